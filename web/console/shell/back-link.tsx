import { useOrganization } from "../api/session.ts";
import { PageLink } from "./page-link.tsx";

/** The pages that list things, and what a link to each is called. */
export const listNames = {
  "/organizations/$organizationId/alerts": "All alerts",
  "/organizations/$organizationId/counters": "All counters",
  "/organizations/$organizationId/groups": "All groups",
  "/organizations/$organizationId/settings/deliveries": "All deliveries",
  "/organizations/$organizationId/settings/webhooks": "All endpoints",
};

/** From the page of one thing to the list of all. */
export function BackLink({ to }: { to: keyof typeof listNames }) {
  const { id: organizationId } = useOrganization();
  return (
    <PageLink
      size="sm"
      className="no-print"
      to={to}
      params={{ organizationId }}
      activeOptions={{ exact: true }}
    >
      {listNames[to]}
    </PageLink>
  );
}
