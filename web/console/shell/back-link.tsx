import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useOrganization } from "../api/session.ts";

interface BackLinkProps {
  to:
    | "/organizations/$organizationId/alerts"
    | "/organizations/$organizationId/counters"
    | "/organizations/$organizationId/groups"
    | "/organizations/$organizationId/settings/deliveries"
    | "/organizations/$organizationId/settings/webhooks";
  children?: string;
}

/** From the page of one thing to the list of all. */
export function BackLink({ to, children = "Back to the list" }: BackLinkProps) {
  const { id: organizationId } = useOrganization();
  return (
    <Anchor
      size="sm"
      className="no-print"
      renderRoot={(props) => (
        <Link to={to} params={{ organizationId }} activeOptions={{ exact: true }} {...props} />
      )}
    >
      {children}
    </Anchor>
  );
}
