import { allInOrder } from "../all-in-order.ts";
import { sortByName } from "../list-order.ts";
import type { OrganizationRecord } from "../organizations/organization.ts";
import type { AlertTarget, StoredAlert } from "./alert.ts";
import type { AlertRegistry } from "./alert-registry.ts";
import { type AlertStatus, alertStatus } from "./alert-status.ts";

/** The alerts of one counter or group, strongly consistent. */
export interface AlertsOfTarget {
  on(target: AlertTarget): Promise<StoredAlert[]>;
}

interface LookupPorts {
  alertRegistry: Pick<AlertRegistry, "list" | "target">;
}

/** The alerts of an organization with their states, sorted by name. */
export async function listAlerts(
  { alertRegistry }: LookupPorts,
  organization: OrganizationRecord,
): Promise<AlertStatus[]> {
  const alerts = sortByName(await alertRegistry.list(organization.organization.id));
  const references = new Map(alerts.map((alert) => [alert.targetId, alert]));
  const targets = new Map(
    await allInOrder(
      [...references].map(
        async ([targetId, reference]) => [targetId, await alertRegistry.target(reference)] as const,
      ),
    ),
  );
  return alerts.map((alert) => alertStatus(alert, targets.get(alert.targetId), organization));
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
