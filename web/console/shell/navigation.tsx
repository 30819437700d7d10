import { NavLink, Text } from "@mantine/core";
import {
  BellIcon,
  DeviceMobileIcon,
  GearIcon,
  GraphBarVerticalIcon,
  type Icon,
  KeyIcon,
  LogIcon,
  MailIcon,
  MeterIcon,
  NumberIcon,
  PaperAirplaneIcon,
  PeopleIcon,
  PulseIcon,
  StackIcon,
  WebhookIcon,
} from "@primer/octicons-react";
import { Link, type LinkProps, useMatchRoute } from "@tanstack/react-router";
import { Fragment } from "react";
import { type Action, may, type Role } from "../../../core/members/role.ts";
import type { OrganizationOfPerson } from "../api/session.ts";
import { mailboxUrl } from "../notices/mail-setting.ts";

type Path = NonNullable<LinkProps["to"]>;

export interface NavigationEntry {
  to: Path;
  label: string;
  icon: Icon;
  /** Whoever may do this sees the page. */
  action: Action;
  /** The part of the settings that it is in. */
  heading?: string;
}

const inside = "/organizations/$organizationId";
const notifications = `${inside}/notifications` as const;

/** In the order of the navigation, settings each under a heading. */
const pages: NavigationEntry[] = [
  { to: inside, label: "Overview", icon: MeterIcon, action: "manage_counters" },
  { to: `${inside}/counters`, label: "Counters", icon: NumberIcon, action: "see_counters" },
  { to: `${inside}/groups`, label: "Groups", icon: StackIcon, action: "see_counters" },
  { to: `${inside}/alerts`, label: "Alerts", icon: BellIcon, action: "manage_alerts" },
  { to: `${inside}/reports`, label: "Reports", icon: GraphBarVerticalIcon, action: "see_counters" },
  { to: `${inside}/gates`, label: "Gates", icon: DeviceMobileIcon, action: "manage_gates" },
  {
    to: `${inside}/settings/api-keys`,
    label: "API keys",
    icon: KeyIcon,
    action: "manage_keys",
    heading: "Settings · Developers",
  },
  {
    to: `${inside}/settings/webhooks`,
    label: "Endpoints",
    icon: WebhookIcon,
    action: "manage_webhooks",
    heading: "Settings · Developers",
  },
  {
    to: `${inside}/settings/deliveries`,
    label: "Deliveries",
    icon: PaperAirplaneIcon,
    action: "manage_webhooks",
    heading: "Settings · Developers",
  },
  {
    to: `${inside}/settings/events`,
    label: "Events",
    icon: PulseIcon,
    action: "manage_webhooks",
    heading: "Settings · Developers",
  },
  {
    to: `${inside}/settings/members`,
    label: "Members",
    icon: PeopleIcon,
    action: "see_members",
    heading: "Settings · General",
  },
  {
    to: `${inside}/settings/organization`,
    label: "Organization",
    icon: GearIcon,
    action: "change_organization",
    heading: "Settings · General",
  },
  {
    to: `${inside}/settings/audit`,
    label: "Audit log",
    icon: LogIcon,
    action: "see_audit",
    heading: "Settings · General",
  },
  {
    to: notifications,
    label: "Notifications",
    icon: MailIcon,
    action: "see_counters",
    heading: "Settings · General",
  },
];

/** The pages that a role may see; the one about mails where the service sends some. */
export function pagesOf(role: Role): NavigationEntry[] {
  const sendsMail = mailboxUrl() !== undefined;
  return pages.filter(({ to, action }) => may(role, action) && (sendsMail || to !== notifications));
}

/** Whether the open page is one that the role may not see. */
export function useIsHidden(organizationId: string, role: Role): boolean {
  const isOpen = useIsOpen(organizationId);
  return pages.filter(({ action }) => !may(role, action)).some(({ to }) => isOpen(to));
}

/** What the navigation calls the page that is open, unless it is one below. */
export function useOpenPage(organizationId: string): string | undefined {
  const matches = useMatchRoute();
  return pages.find(({ to }) => matches({ to, params: { organizationId } }) !== false)?.label;
}

/** Whether a page is open, or one below it. */
function useIsOpen(organizationId: string) {
  const matches = useMatchRoute();
  return (to: Path) => matches({ to, params: { organizationId }, fuzzy: to !== inside }) !== false;
}

/** The pages of an organization that the role may see. */
export function Navigation({ organization: { id, role } }: { organization: OrganizationOfPerson }) {
  const isOpen = useIsOpen(id);
  const visible = pagesOf(role);
  return (
    <>
      {visible.map(({ to, label, icon: Sign, heading }, index) => (
        <Fragment key={to}>
          {heading !== undefined && heading !== visible[index - 1]?.heading && (
            <Text component="h2" size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
              {heading}
            </Text>
          )}
          <NavLink
            className="nav-link"
            renderRoot={(props) => (
              <Link
                to={to}
                params={{ organizationId: id }}
                activeOptions={exactly(to)}
                {...props}
              />
            )}
            label={label}
            leftSection={<Sign aria-hidden />}
            active={isOpen(to)}
            aria-current={isOpen(to) ? "page" : undefined}
          />
        </Fragment>
      ))}
      {!may(role, "manage_counters") && (
        <Text size="sm" c="dimmed" p="sm">
          Your role is {role}: you can see counters and reports, and count.
        </Text>
      )}
    </>
  );
}

/** The overview's path is the beginning of all others. */
function exactly(to: Path) {
  return { exact: to === inside };
}

function inBar(role: Role): NavigationEntry[] {
  return pagesOf(role)
    .filter(({ heading }) => heading === undefined)
    .slice(0, 4);
}

/** Whether what is open is a page that the bar below leaves to its last entry. */
export function useIsBehindBar(organizationId: string, role: Role): boolean {
  const isOpen = useIsOpen(organizationId);
  return pagesOf(role).some(({ to }) => isOpen(to)) && !inBar(role).some(({ to }) => isOpen(to));
}

/** The first pages, for the bar below on phones. */
export function BottomLinks({
  organization: { id, role },
}: {
  organization: OrganizationOfPerson;
}) {
  const isOpen = useIsOpen(id);
  return inBar(role).map(({ to, label, icon: Sign }) => (
    <Link
      key={to}
      className="bottom-link"
      to={to}
      params={{ organizationId: id }}
      activeOptions={exactly(to)}
      aria-current={isOpen(to) ? "page" : undefined}
    >
      <Sign aria-hidden />
      {label}
    </Link>
  ));
}
