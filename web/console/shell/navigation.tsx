import { NavLink, Text } from "@mantine/core";
import { Link, useMatchRoute } from "@tanstack/react-router";
import type { OrganizationOfPerson } from "../api/session.ts";

const pages = [
  { to: "/organizations/$organizationId/counters", label: "Counters" },
  { to: "/organizations/$organizationId/groups", label: "Groups" },
] as const;

/** The pages of an organization. */
export function Navigation({ organization: { id, role } }: { organization: OrganizationOfPerson }) {
  const params = { organizationId: id };
  const matches = useMatchRoute();
  return (
    <>
      {pages.map(({ to, label }) => {
        const active = Boolean(matches({ to, params, fuzzy: true }));
        return (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} params={params} {...props} />}
            label={label}
            active={active}
            aria-current={active ? "page" : undefined}
          />
        );
      })}
      {role === "member" && (
        <Text size="sm" c="dimmed" p="sm">
          You are a member: you can see counters and count.
        </Text>
      )}
    </>
  );
}
