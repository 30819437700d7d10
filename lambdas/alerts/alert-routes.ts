import { maximumAlerts } from "../../core/alerts/alert.ts";
import { findAlert, listAlerts } from "../../core/alerts/alert-lookup.ts";
import { findAlertTargets } from "../../core/alerts/alert-targets.ts";
import { listFiringPage } from "../../core/alerts/firing.ts";
import {
  createAlert,
  deleteAlert,
  type ManageAlertsPorts,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../core/alerts/manage-alerts.ts";
import { idCreatedBy } from "../../core/form-ids.ts";
import { asMember } from "../../core/members/changed-by.ts";
import {
  findOrganization,
  type OrganizationRecord,
  type Organizations,
} from "../../core/organizations/organization.ts";
import { alertView, firingView } from "../../core/private-api/alerts/alert-views.ts";
import {
  AlertChange,
  type AlertList,
  AlertTargetQuery,
  type AlertTargets,
  type AlertView,
  type FiringPage,
  FiringQuery,
  NewAlert,
} from "../../core/private-api/alerts/alerts.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import type { WebhookEventType } from "../../core/webhooks/webhook-event.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute, queryOf } from "../private-api/private-handler.ts";
import { alertRefused, noSuchAlert } from "./alert-errors.ts";

const alerts = "/api/organizations/{organizationId}/alerts";
const firings = "/api/organizations/{organizationId}/firings";
const targets = "/api/organizations/{organizationId}/alert-targets";

type AlertRoutePorts = ManageAlertsPorts &
  Parameters<typeof findAlertTargets>[0] &
  Parameters<typeof listFiringPage>[0] & {
    organizations: Pick<Organizations, "get">;
    isSubscribed(organizationId: string, eventType: WebhookEventType): Promise<boolean>;
  };

/** Alerts and what they fired, as owners and admins see them. */
export function alertRoutes(
  access: MemberAccess,
  ports: AlertRoutePorts,
): Record<string, PrivateRoute> {
  const manager = async (event: HttpEvent) => {
    const { member } = await access.member(event, "manage_alerts");
    const alertId = event.pathParameters?.alertId ?? "";
    return { member, key: { organizationId: member.organizationId, alertId } };
  };

  async function organizationOf(organizationId: string): Promise<OrganizationRecord> {
    const record = await findOrganization(ports, organizationId);
    if (record === undefined) throw noSuchOrganization();
    return record;
  }

  async function statusOf({
    organizationId,
    alertId,
  }: {
    organizationId: string;
    alertId: string;
  }) {
    const status = await findAlert(ports, await organizationOf(organizationId), alertId);
    if (status === undefined) throw noSuchAlert();
    return status;
  }

  return {
    [`GET ${alerts}`]: async (event) => {
      const { organizationId } = (await manager(event)).member;
      const [organization, isReceived] = await Promise.all([
        organizationOf(organizationId),
        ports.isSubscribed(organizationId, "threshold.alert.fired"),
      ]);
      const statuses = await listAlerts(ports, organization);
      const list = { alerts: statuses.map(alertView), maximum: maximumAlerts, isReceived };
      return jsonResponse(list satisfies AlertList);
    },

    [`POST ${alerts}`]: async (event) => {
      const { member } = await manager(event);
      const { organizationId } = member;
      const { formId, name, scope, targetId, ...rule } = bodyOf(event, ofForm(NewAlert));
      const id = formId && idCreatedBy({ kind: "alt", member, formId });
      const setup = { organizationId, name, scope, targetId, rule };
      const created = await createAlert(ports, setup, asMember(member), id);
      if (created.result !== "created") throw alertRefused(created);
      const view: AlertView = alertView(created.status);
      return { ...jsonResponse(view), statusCode: created.isNew ? 201 : 200 };
    },

    [`GET ${alerts}/{alertId}`]: async (event) => {
      const { key } = await manager(event);
      return jsonResponse(alertView(await statusOf(key)));
    },

    [`PATCH ${alerts}/{alertId}`]: async (event) => {
      const { member, key } = await manager(event);
      const { name, ...rule } = bodyOf(event, AlertChange);
      const change = { rule, ...(name !== undefined && { name }) };
      const updated = await updateAlert(ports, key, change, asMember(member));
      if (updated.result !== "updated") throw alertRefused(updated);
      return jsonResponse(alertView(updated.status));
    },

    [`POST ${alerts}/{alertId}/pause`]: async (event) => {
      const { member, key } = await manager(event);
      const paused = await pauseAlert(ports, key, asMember(member));
      if (paused.result !== "paused") throw alertRefused(paused);
      return jsonResponse(alertView(paused.status));
    },

    [`POST ${alerts}/{alertId}/resume`]: async (event) => {
      const { member, key } = await manager(event);
      const resumed = await resumeAlert(ports, key, asMember(member));
      if (resumed.result !== "resumed") throw alertRefused(resumed);
      return jsonResponse(alertView(resumed.status));
    },

    [`DELETE ${alerts}/{alertId}`]: async (event) => {
      const { member, key } = await manager(event);
      const deleted = await deleteAlert(ports, key, asMember(member));
      if (deleted.result !== "deleted") throw alertRefused(deleted);
      return jsonResponse(alertView(deleted.status));
    },

    [`GET ${targets}`]: async (event) => {
      const { organizationId } = (await manager(event)).member;
      const { scope, q: text } = queryOf(event, AlertTargetQuery);
      const found = await findAlertTargets(ports, { organizationId, scope, text });
      return jsonResponse(found satisfies AlertTargets);
    },

    [`GET ${firings}`]: async (event) => {
      const { organizationId } = (await manager(event)).member;
      const { alert: alertId, ...query } = queryOf(event, FiringQuery);
      const page = await listFiringPage(ports, { organizationId, alertId, ...query });
      const view = { firings: page.firings.map(firingView), next: page.next };
      return jsonResponse(view satisfies FiringPage);
    },
  };
}
