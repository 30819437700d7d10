import type { alertRoutes } from "../../api/private/alerts.ts";
import { maximumAlerts } from "../../core/alerts/alert.ts";
import { findAlert, listAlerts } from "../../core/alerts/alert-lookup.ts";
import type { AlertStatus } from "../../core/alerts/alert-status.ts";
import { findAlertTargets } from "../../core/alerts/alert-targets.ts";
import { type Firing, firingEventId, listFiringPage } from "../../core/alerts/firing.ts";
import {
  createAlert,
  deleteAlert,
  type ManageAlertsPorts,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../core/alerts/manage-alerts.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { asMember } from "../../core/members/changed-by.ts";
import {
  findOrganization,
  type OrganizationRecord,
  type Organizations,
} from "../../core/organizations/organization.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { noSuchOrganization } from "../private-api/member-access.ts";
import { alertRefused, noSuchAlert } from "./alert-errors.ts";

type AlertPorts = ManageAlertsPorts &
  Parameters<typeof findAlertTargets>[0] &
  Parameters<typeof listFiringPage>[0] & {
    organizations: Pick<Organizations, "get">;
    isSubscribed(organizationId: string, eventType: "threshold.alert.fired"): Promise<boolean>;
  };

/** Alerts and what they fired, as owners and admins see them. */
export function alertHandlers(ports: AlertPorts): PrivateHandlers<typeof alertRoutes> {
  async function organizationOf(organizationId: string): Promise<OrganizationRecord> {
    const record = await findOrganization(ports, organizationId);
    if (record === undefined) throw noSuchOrganization();
    return record;
  }

  return {
    "GET /api/alerts/{organizationId}": async ({ member: { organizationId } }) => {
      const [organization, isReceived] = await allInOrder([
        organizationOf(organizationId),
        ports.isSubscribed(organizationId, "threshold.alert.fired"),
      ]);
      const statuses = await listAlerts(ports, organization);
      return { body: { alerts: statuses.map(alertView), maximum: maximumAlerts, isReceived } };
    },

    "POST /api/alerts/{organizationId}": async ({ member, body }) => {
      const { formId, name, scope, targetId, ...rule } = body;
      const id = idCreatedBy({ kind: "alt", member, formId });
      const setup = { organizationId: member.organizationId, name, scope, targetId, rule };
      const created = await createAlert(ports, setup, asMember(member), id);
      if (created.result !== "created") throw alertRefused(created);
      return { body: alertView(created.status), statusCode: created.isNew ? 201 : 200 };
    },

    "GET /api/alerts/{organizationId}/targets": async ({ member, query: { scope, q: text } }) => {
      const { organizationId } = member;
      return { body: await findAlertTargets(ports, { organizationId, scope, text }) };
    },

    "GET /api/alerts/{organizationId}/firings": async ({ member, query }) => {
      const { organizationId } = member;
      const { alert: alertId, ...page } = query;
      const { firings, next } = await listFiringPage(ports, { organizationId, alertId, ...page });
      return { body: { firings: firings.map(firingView), next } };
    },

    "GET /api/alerts/{organizationId}/{alertId}": async ({ path }) => {
      const organization = await organizationOf(path.organizationId);
      const status = await findAlert(ports, organization, path.alertId);
      if (status === undefined) throw noSuchAlert();
      return { body: alertView(status) };
    },

    "PATCH /api/alerts/{organizationId}/{alertId}": async ({ member, path, body }) => {
      const { name, ...rule } = body.settings;
      const change = { rule, ...(name !== undefined && { name }), seen: body.seen ?? {} };
      const updated = await updateAlert(ports, path, change, asMember(member));
      if (updated.result !== "updated") throw alertRefused(updated);
      return { body: alertView(updated.status) };
    },

    "DELETE /api/alerts/{organizationId}/{alertId}": async ({ member, path }) => {
      const deleted = await deleteAlert(ports, path, asMember(member));
      if (deleted.result !== "deleted") throw alertRefused(deleted);
      return { body: alertView(deleted.status) };
    },

    "POST /api/alerts/{organizationId}/{alertId}/pause": async ({ member, path }) => {
      const paused = await pauseAlert(ports, path, asMember(member));
      if (paused.result !== "paused") throw alertRefused(paused);
      return { body: alertView(paused.status) };
    },

    "POST /api/alerts/{organizationId}/{alertId}/resume": async ({ member, path }) => {
      const resumed = await resumeAlert(ports, path, asMember(member));
      if (resumed.result !== "resumed") throw alertRefused(resumed);
      return { body: alertView(resumed.status) };
    },
  };
}

function alertView({ alert, target, capacity, ...now }: AlertStatus) {
  return { ...alert, ...now, targetName: target?.name ?? null, capacityInForce: capacity };
}

function firingView(firing: Firing) {
  return { ...firing, eventId: firingEventId(firing) };
}
