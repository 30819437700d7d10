import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useOrganization } from "../api/session.ts";

interface BackLinkProps {
  to:
    | "/organizations/$organizationId/counters"
    | "/organizations/$organizationId/settings/deliveries"
    | "/organizations/$organizationId/settings/webhooks";
  children: string;
}

/** From the page of one thing to the list of all. */
export function BackLink({ to, children }: BackLinkProps) {
  const { id: organizationId } = useOrganization();
  return (
    <Anchor renderRoot={(props) => <Link to={to} params={{ organizationId }} {...props} />}>
      {children}
    </Anchor>
  );
}
