import { Box, NavLink, Text } from "@mantine/core";
import { Link, type LinkProps, useMatchRoute } from "@tanstack/react-router";
import { Fragment } from "react";
import { type Action, may, type Role } from "../../../core/members/role.ts";
import type { OrganizationOfPerson } from "../api/session.ts";

type Path = NonNullable<LinkProps["to"]>;

const pages: NavigationEntry[] = [
  { to: "/organizations/$organizationId/counters", label: "Counters", action: "see_counters" },
  { to: "/organizations/$organizationId/groups", label: "Groups", action: "see_counters" },
  { to: "/organizations/$organizationId/alerts", label: "Alerts", action: "manage_alerts" },
];

/** In the order of the navigation, each under its heading. */
const settings: (NavigationEntry & { heading: string })[] = [
  {
    to: "/organizations/$organizationId/settings/api-keys",
    label: "API keys",
    action: "manage_keys",
    heading: "Developers",
  },
  {
    to: "/organizations/$organizationId/settings/webhooks",
    label: "Webhooks",
    action: "manage_webhooks",
    heading: "Developers",
  },
  {
    to: "/organizations/$organizationId/settings/deliveries",
    label: "Deliveries",
    action: "manage_webhooks",
    heading: "Developers",
  },
  {
    to: "/organizations/$organizationId/settings/events",
    label: "Events",
    action: "manage_webhooks",
    heading: "Developers",
  },
  {
    to: "/organizations/$organizationId/settings/members",
    label: "Members",
    action: "see_members",
    heading: "General",
  },
  {
    to: "/organizations/$organizationId/settings/organization",
    label: "Organization",
    action: "change_organization",
    heading: "General",
  },
  {
    to: "/organizations/$organizationId/settings/audit",
    label: "Audit log",
    action: "see_audit",
    heading: "General",
  },
];

interface NavigationEntry {
  to: Path;
  label: string;
  /** Whoever may do this sees the page. */
  action: Action;
}

/** Whether the open page is one that the role may not see. */
export function useIsHidden(organizationId: string, role: Role): boolean {
  const matches = useMatchRoute();
  return [...pages, ...settings]
    .filter(({ action }) => !may(role, action))
    .some(({ to }) => matches({ to, params: { organizationId }, fuzzy: true }) !== false);
}

/** The pages of an organization that the role may see. */
export function Navigation({ organization: { id, role } }: { organization: OrganizationOfPerson }) {
  const params = { organizationId: id };
  const matches = useMatchRoute();
  const isOpen = (to: Path) => Boolean(matches({ to, params, fuzzy: true }));
  const visibleSettings = settings.filter(({ action }) => may(role, action));
  const [first] = visibleSettings;
  return (
    <>
      {pages
        .filter(({ action }) => may(role, action))
        .map(({ to, label }) => (
          <NavigationLink key={to} to={to} label={label} params={params} active={isOpen(to)} />
        ))}
      {first !== undefined && (
        <>
          <NavigationLink
            to={first.to}
            label="Settings"
            params={params}
            active={visibleSettings.some(({ to }) => isOpen(to))}
            isPart
          />
          <Box pl="md">
            {visibleSettings.map(({ to, label, heading }, index) => (
              <Fragment key={to}>
                {heading !== visibleSettings[index - 1]?.heading && (
                  <Text component="h2" size="xs" fw={650} c="dimmed" px="sm" pt="xs">
                    {heading}
                  </Text>
                )}
                <NavigationLink to={to} label={label} params={params} active={isOpen(to)} />
              </Fragment>
            ))}
          </Box>
        </>
      )}
      {!may(role, "manage_counters") && (
        <Text size="sm" c="dimmed" p="sm">
          Your role is {role}: you can see counters and count.
        </Text>
      )}
    </>
  );
}

interface NavigationLinkProps {
  to: Path;
  label: string;
  params: { organizationId: string };
  active: boolean;
  /** For a link whose page is also reached by a link of its own. */
  isPart?: boolean;
}

function NavigationLink({ to, label, params, active, isPart = false }: NavigationLinkProps) {
  return (
    <NavLink
      renderRoot={(props) => <Link to={to} params={params} {...props} />}
      label={label}
      active={active}
      variant={isPart ? "subtle" : "light"}
      aria-current={active && !isPart ? "page" : undefined}
    />
  );
}
