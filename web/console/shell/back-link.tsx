import { useOrganization } from "../api/session.ts";
import { PageLink } from "./page-link.tsx";

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
    <PageLink
      size="sm"
      className="no-print"
      to={to}
      params={{ organizationId }}
      activeOptions={{ exact: true }}
    >
      {children}
    </PageLink>
  );
}
