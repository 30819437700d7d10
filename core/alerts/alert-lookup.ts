import type { OrganizationRecord } from "../organizations/organization.ts";
import type { AlertRegistry } from "./alert-registry.ts";
import { type AlertStatus, alertStatus } from "./alert-status.ts";

interface LookupPorts {
  alertRegistry: Pick<AlertRegistry, "list" | "target">;
}

/** The alerts of an organization with their states, by name. */
export async function listAlerts(
  { alertRegistry }: LookupPorts,
  organization: OrganizationRecord,
): Promise<AlertStatus[]> {
  const alerts = await alertRegistry.list(organization.organization.id);
  const byTarget = Map.groupBy(alerts, ({ targetId }) => targetId);
  const statuses = await Promise.all(
    [...byTarget.values()].map(async (its) => {
      const [first] = its;
      const target = first && (await alertRegistry.target(first));
      return its.map((alert) => alertStatus(alert, target, organization));
    }),
  );
  const { compare } = new Intl.Collator("en");
  return statuses
    .flat()
    .sort((a, b) => compare(a.alert.name, b.alert.name) || (a.alert.id < b.alert.id ? -1 : 1));
}

/** An alert with its state. */
export async function findAlert(
  { alertRegistry }: LookupPorts,
  organization: OrganizationRecord,
  alertId: string,
): Promise<AlertStatus | undefined> {
  const alerts = await alertRegistry.list(organization.organization.id);
  const alert = alerts.find(({ id }) => id === alertId);
  const target = alert && (await alertRegistry.target(alert));
  return alert && alertStatus(alert, target, organization);
}
