import { expect } from "vitest";
import { csvRows } from "../../../adapters/counters/settings/csv-rows.ts";
import * as alerts from "../../../core/alerts/manage-alerts.ts";
import type { AuditAction } from "../../../core/audit/audit-action.ts";
import { adjustCounter } from "../../../core/counters/settings/adjust-counter.ts";
import { editSettings } from "../../../core/counters/settings/change-counter.ts";
import {
  archiveCounter,
  unarchiveCounter,
} from "../../../core/counters/settings/counter-archive.ts";
import { createCounter } from "../../../core/counters/settings/counter-creation.ts";
import { importCounters } from "../../../core/counters/settings/import/counter-import.ts";
import { createEmbed, revokeEmbed } from "../../../core/embeds/embeds.ts";
import { createGate, revokeGate } from "../../../core/gates/gates.ts";
import { createGroup } from "../../../core/groups/group-changes.ts";
import { editGroup } from "../../../core/groups/group-edit.ts";
import { deleteGroup } from "../../../core/groups/settings/delete-group.ts";
import { resetGroup } from "../../../core/groups/settings/reset-group.ts";
import { createApiKey, revokeApiKey } from "../../../core/keys/api-keys.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import { invite, revokeInvitation } from "../../../core/members/invitations.ts";
import * as organizations from "../../../core/organizations/organization-changes.ts";
import { changePins } from "../../../core/overview/pins.ts";
import * as endpoints from "../../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import * as secrets from "../../../core/webhooks/replace-secret.ts";
import { operator } from "../../core/audit/operator.ts";
import { alertSetup, newAlert } from "../../system/alert-service.ts";
import * as gateService from "../../system/gate-service.ts";
import { newGroup, uninterrupted } from "../../system/group-service.ts";
import { createInvitation } from "../../system/people-service.ts";
import * as service from "../../system/service.ts";
import { createOrganization, shareCounter, stores } from "../../system/service.ts";
import { createEndpoint } from "../../system/webhooks/webhook-service.ts";

const url = "https://localhost:8443/hooks";

/** An organization that has one of everything. */
export async function newWorld() {
  const organization = await createOrganization("enterprise");
  const { id: organizationId } = organization;
  const groupOfCounter = await newGroup(organization);
  const [counter, archived] = await Promise.all([
    service.createCounter(organization, { groupId: groupOfCounter.id }),
    service.createCounter(organization),
  ]);
  await service.tapOnce(counter);
  // Otherwise the evaluation would come in the middle of what is compared.
  const ofGroup = { organizationId, groupId: groupOfCounter.id };
  await expect.poll(async () => (await stores.groups.get(ofGroup))?.total).toBe(1n);
  const archivedKey = { organizationId, counterId: archived.id };
  await archiveCounter(stores, archivedKey, operator);
  const { gate } = await gateService.createGate([counter]);
  const { id: invitationId } = await createInvitation(organization, { email: "kim@example.com" });
  const { id: keyId } = await service.createKey(organization);
  const events = ["counter.increment" as const];
  const { endpoint } = await createEndpoint({ organizationId, url, events });
  const sessionId = await shareCounter(counter);
  return {
    ...{ organizationId, sessionId, archived: archivedKey },
    counter: { organizationId, counterId: counter.id },
    group: { organizationId, groupId: groupOfCounter.id },
    gate: { organizationId, gateId: gate.id },
    invitation: { organizationId, invitationId },
    key: { organizationId, keyId },
    endpoint: { organizationId, endpointId: endpoint.id },
    alert: { organizationId, alertId: (await newAlert("counter", counter)).id },
  };
}
export type World = Awaited<ReturnType<typeof newWorld>>;

type Ports = typeof stores;
type Work = (ports: Ports, of: World, by: ChangedBy) => Promise<{ result: string }>;
export type Change = [action: AuditAction, change: Work, first?: Work];

/** What members who may do it and operators change in one transaction; `first` comes before it. */
export const changes: Change[] = [
  ["org.rename", (at, of, by) => organizations.renameOrganization(at, { ...of, name: "Zoo" }, by)],
  [
    "org.set-day-start",
    (at, of, by) => organizations.changeDayStart(at, { ...of, dayStart: "04:00" }, by),
  ],
  [
    "org.set-language",
    (at, of, by) => organizations.changeLanguage(at, { ...of, language: "de" }, by),
  ],
  [
    "org.set-time-zone",
    (at, of, by) => organizations.changeTimeZone(at, { ...of, timeZone: "Asia/Tokyo" }, by),
  ],
  ["org.pin", (at, of, by) => pin(at, of, by)],
  ["key.create", (at, of, by) => createApiKey(at, { ...of, name: "Website" }, by)],
  ["key.revoke", (at, { key }, by) => revokeApiKey(at, key, by)],
  [
    "endpoint.create",
    (at, of, by) => endpoints.createEndpoint(at, { ...of, url, events: ["counter.increment"] }, by),
  ],
  [
    "endpoint.update",
    (at, { endpoint }, by) =>
      endpoints.updateEndpoint(at, endpoint, { events: ["counter.decrement"] }, by),
  ],
  ["endpoint.pause", (at, { endpoint }, by) => pauseEndpoint(at, endpoint, by)],
  [
    "endpoint.resume",
    (at, { endpoint }, by) => resumeEndpoint(at, endpoint, by),
    (at, { endpoint }, by) => pauseEndpoint(at, endpoint, by),
  ],
  ["endpoint.replace-secret", (at, { endpoint }, by) => secrets.makeNextSecret(at, endpoint, by)],
  [
    "endpoint.activate-secret",
    (at, { endpoint }, by) => secrets.activateNextSecret(at, endpoint, {}, by),
    (at, { endpoint }, by) => secrets.makeNextSecret(at, endpoint, by),
  ],
  [
    "endpoint.discard-secret",
    (at, { endpoint }, by) => secrets.discardNextSecret(at, endpoint, {}, by),
    (at, { endpoint }, by) => secrets.makeNextSecret(at, endpoint, by),
  ],
  ["endpoint.delete", (at, { endpoint }, by) => endpoints.deleteEndpoint(at, endpoint, by)],
  [
    "alert.create",
    (at, { organizationId, counter }, by) =>
      ofAlert(
        alerts.createAlert(
          at,
          alertSetup("counter", { organizationId, id: counter.counterId }),
          by,
        ),
      ),
  ],
  [
    "alert.update",
    (at, { alert }, by) => ofAlert(alerts.updateAlert(at, alert, { name: "Half", rule: {} }, by)),
  ],
  ["alert.pause", (at, { alert }, by) => ofAlert(alerts.pauseAlert(at, alert, by))],
  [
    "alert.resume",
    (at, { alert }, by) => ofAlert(alerts.resumeAlert(at, alert, by)),
    (at, { alert }, by) => ofAlert(alerts.pauseAlert(at, alert, by)),
  ],
  ["alert.delete", (at, { alert }, by) => ofAlert(alerts.deleteAlert(at, alert, by))],
  ["counter.create", (at, of, by) => createCounter(at, { ...of, settings: { name: "South" } }, by)],
  [
    "counter.update",
    (at, { counter: key }, by) =>
      editSettings(at, { key, settings: { locked: true }, seen: {} }, by),
  ],
  ["counter.adjust", (at, { counter: key }, by) => adjustCounter(at, { key, to: 5 }, by)],
  ["counter.archive", (at, { counter }, by) => archiveCounter(at, counter, by)],
  ["counter.restore", (at, { archived }, by) => unarchiveCounter(at, archived, by)],
  ["group.create", (at, of, by) => createGroup(at, { ...of, group: { name: "Yard" } }, by)],
  [
    "group.update",
    (at, { group: key }, by) => editGroup(at, { key, settings: { capacity: 9 }, seen: {} }, by),
  ],
  ["embed.create", (at, { counter }, by) => createEmbed(at, counter, by)],
  [
    "embed.revoke",
    (at, { organizationId, sessionId }, by) =>
      revokeEmbed(at, { organizationId, idOrUrl: sessionId }, by),
  ],
  [
    "gate.create",
    (at, { organizationId, counter }, by) =>
      createGate(
        at,
        { organizationId, name: "South", endsAt: null, counterIds: [counter.counterId] },
        by,
      ),
  ],
  ["gate.revoke", (at, { gate }, by) => revokeGate(at, gate, by)],
  [
    "member.invite",
    (at, of, by) => invite(at, { ...of, email: "ola@example.com", role: "member" }, by),
  ],
  ["invitation.revoke", (at, { invitation }, by) => revokeInvitation(at, invitation, by)],
];

/** What takes several transactions. */
export const longChanges: Change[] = [
  ["group.reset", (at, { group: key }, by) => resetGroup(at, { key }, { ...uninterrupted, by })],
  [
    "group.delete",
    (at, { group: key }, by) => deleteGroup(at, { key, ungroup: true, by }, uninterrupted),
  ],
  ["counter.import", (at, of, by) => importFile(at, { ...of, by }, "name\nSouth\n")],
  ["counter.import", (at, of, by) => importFile(at, { ...of, by }, "name,groupName\nSouth,Yard\n")],
];

async function pin(at: Ports, { organizationId, counter }: World, by: ChangedBy) {
  const counters = async () => {
    const found = await at.storedCounters.get(counter);
    return found === undefined ? [] : [found];
  };
  const ports = { ...at, counters, groups: async () => [] };
  return await changePins(ports, { organizationId, pins: [counter.counterId] }, by);
}

/** The reason in place of the result, where a change of an alert was refused. */
async function ofAlert(change: Promise<{ result: string; refusal?: { reason: string } }>) {
  const { result, refusal } = await change;
  return { result: refusal?.reason ?? result };
}

function importFile(at: Ports, { organizationId, by }: World & { by: ChangedBy }, text: string) {
  const file = csvRows(Buffer.from(text));
  if (file === undefined) throw new Error("the file is UTF-8");
  return importCounters(at, { organizationId, file, createGroups: true, by }, uninterrupted);
}
