// @module-tag all
import { describe, expect, test } from "vitest";
import { csvRows } from "../../../adapters/counters/settings/csv-rows.ts";
import {
  createAlert,
  deleteAlert,
  pauseAlert,
  updateAlert,
} from "../../../core/alerts/manage-alerts.ts";
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
import { asMember } from "../../../core/members/changed-by.ts";
import { invite, revokeInvitation } from "../../../core/members/invitations.ts";
import type { Member } from "../../../core/members/member.ts";
import { removeMember, setRole } from "../../../core/members/member-changes.ts";
import {
  changeTimeZone,
  renameOrganization,
} from "../../../core/organizations/organization-changes.ts";
import {
  createEndpoint,
  deleteEndpoint,
  updateEndpoint,
} from "../../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import { makeNextSecret } from "../../../core/webhooks/replace-secret.ts";
import { newAlert } from "../../system/alert-service.ts";
import * as gateService from "../../system/gate-service.ts";
import { newGroup, storesOvertakenBy, uninterrupted } from "../../system/group-service.ts";
import { createInvitation, createMember, operator } from "../../system/people-service.ts";
import * as service from "../../system/service.ts";
import { createOrganization, shareCounter, stores } from "../../system/service.ts";
import { createEndpoint as newServiceEndpoint } from "../../system/webhooks/webhook-service.ts";

/** What takes an admin's rights away, and leaves or changes the membership. */
const losses: [string, (member: Member) => Promise<{ result: string }>][] = [
  ["demoted", ({ organizationId, id }) => demote(organizationId, id)],
  [
    "removed",
    ({ organizationId, id: memberId }) =>
      removeMember(stores, { organizationId, memberId }, operator),
  ],
];

function demote(organizationId: string, memberId: string) {
  return setRole(stores, { organizationId, memberId, role: "member" }, operator);
}

/** An organization with an admin, and with what an operator has made there. */
async function newWorld() {
  const organization = await createOrganization("enterprise");
  const organizationId = organization.id;
  const group = await newGroup(organization);
  const counter = await service.createCounter(organization, { groupId: group.id });
  await service.tapOnce(counter);
  const archived = await service.createCounter(organization);
  await archiveCounter(stores, { organizationId, counterId: archived.id }, operator);
  const { member } = await createMember(organization, "admin");
  const { gate } = await gateService.createGate([counter]);
  const { id: invitationId } = await createInvitation(organization, { email: "kim@example.com" });
  const sessionId = await shareCounter(counter);
  const { id: keyId } = await service.createKey(organization);
  const alert = await newAlert("counter", counter);
  const { endpoint } = await newServiceEndpoint({
    ...{ organizationId, url, events: ["counter.increment" as const] },
  });
  return {
    ...{ organizationId, member, gate, invitationId, sessionId, keyId },
    alertKey: { organizationId, alertId: alert.id },
    endpointKey: { organizationId, endpointId: endpoint.id },
    key: { organizationId, counterId: counter.id },
    archivedKey: { organizationId, counterId: archived.id },
    groupKey: { organizationId, groupId: group.id },
  };
}
type World = Awaited<ReturnType<typeof newWorld>>;
const changes: [string, (ports: typeof stores, world: World) => Promise<{ result: string }>][] = [
  [
    "makes a gate",
    (ports, { organizationId, key, member }) => {
      const setup = { organizationId, name: "South", counterIds: [key.counterId], endsAt: null };
      return createGate(ports, setup, { kind: "member", member });
    },
  ],
  [
    "revokes a gate",
    (ports, { organizationId, gate, member }) =>
      revokeGate(ports, { organizationId, gateId: gate.id }, { kind: "member", member }),
  ],
  [
    "invites a person",
    (ports, { organizationId, member }) => {
      const setup = { organizationId, email: "ola@example.com", role: "member" as const };
      return invite(ports, setup, { kind: "member", member });
    },
  ],
  [
    "revokes an invitation",
    (ports, { organizationId, invitationId, member }) =>
      revokeInvitation(ports, { organizationId, invitationId }, { kind: "member", member }),
  ],
  [
    "creates a counter",
    (ports, { organizationId, member }) =>
      createCounter(ports, { organizationId, settings: { name: "South" } }, asMember(member)),
  ],
  [
    "changes a counter",
    (ports, { key, member }) =>
      editSettings(ports, { key, settings: { locked: true }, seen: {} }, asMember(member)),
  ],
  [
    "sets a counter",
    (ports, { key, member }) => adjustCounter(ports, { key, to: 5 }, asMember(member)),
  ],
  ["archives a counter", (ports, { key, member }) => archiveCounter(ports, key, asMember(member))],
  [
    "restores a counter",
    (ports, { archivedKey, member }) => unarchiveCounter(ports, archivedKey, asMember(member)),
  ],
  ["imports counters", (ports, world) => importFile(ports, world, "name\nSouth\n")],
  [
    "imports counters and their group",
    (ports, world) => importFile(ports, world, "name,groupName\nSouth,Yard\n"),
  ],
  [
    "creates a group",
    (ports, { organizationId, member }) =>
      createGroup(ports, { organizationId, group: { name: "Yard" } }, asMember(member)),
  ],
  [
    "changes a group",
    (ports, { groupKey: key, member }) =>
      editGroup(ports, { key, settings: { capacity: 9 }, seen: {} }, asMember(member)),
  ],
  [
    "resets a group",
    (ports, { groupKey: key, member }) =>
      resetGroup(ports, { key }, { ...uninterrupted, by: asMember(member) }),
  ],
  [
    "deletes a group with a counter",
    (ports, { groupKey: key, member }) =>
      deleteGroup(ports, { key, ungroup: true, by: asMember(member) }, uninterrupted),
  ],
  ["shares a counter", (ports, { key, member }) => createEmbed(ports, key, asMember(member))],
  [
    "revokes an embed",
    (ports, { organizationId, sessionId, member }) =>
      revokeEmbed(ports, { organizationId, idOrUrl: sessionId }, asMember(member)),
  ],
];

const url = "https://receiver.example.com/";
const rule = { kind: "absolute", at: 7 } as const;

/** Changes of what an organization has one list of each. */
const others: typeof changes = [
  [
    "creates a key",
    (ports, { organizationId, member }) =>
      createApiKey(ports, { organizationId, name: "Late" }, asMember(member)),
  ],
  [
    "revokes a key",
    (ports, { organizationId, keyId, member }) =>
      revokeApiKey(ports, { organizationId, keyId }, asMember(member)),
  ],
  [
    "renames the organization",
    (ports, { organizationId, member }) =>
      renameOrganization(ports, { organizationId, name: "Late" }, asMember(member)),
  ],
  [
    "changes the time zone",
    (ports, { organizationId, member }) =>
      changeTimeZone(ports, { organizationId, timeZone: "Asia/Kathmandu" }, asMember(member)),
  ],
  [
    "creates an alert",
    (ports, { organizationId, key, member }) => {
      const watched = { scope: "counter", targetId: key.counterId } as const;
      const setup = { organizationId, name: "Late", ...watched, rule };
      return ofAlert(createAlert(ports, setup, asMember(member)));
    },
  ],
  [
    "changes an alert",
    (ports, { alertKey, member }) =>
      ofAlert(updateAlert(ports, alertKey, { name: "Late", rule }, asMember(member))),
  ],
  [
    "pauses an alert",
    (ports, { alertKey, member }) => ofAlert(pauseAlert(ports, alertKey, asMember(member))),
  ],
  [
    "deletes an alert",
    (ports, { alertKey, member }) => ofAlert(deleteAlert(ports, alertKey, asMember(member))),
  ],
  [
    "creates an endpoint",
    (ports, { organizationId, member }) => {
      // A made-up host has any public address.
      const resolve = async () => ["192.0.1.1"];
      const setup = { organizationId, url, events: ["counter.increment" as const] };
      return createEndpoint({ ...ports, resolve }, setup, asMember(member));
    },
  ],
  [
    "changes an endpoint",
    (ports, { endpointKey, member }) =>
      updateEndpoint(ports, endpointKey, { events: ["counter.decrement"] }, asMember(member)),
  ],
  [
    "pauses an endpoint",
    (ports, { endpointKey, member }) => pauseEndpoint(ports, endpointKey, asMember(member)),
  ],
  [
    "makes an endpoint's next secret",
    (ports, { endpointKey, member }) => makeNextSecret(ports, endpointKey, asMember(member)),
  ],
  [
    "deletes an endpoint",
    (ports, { endpointKey, member }) => deleteEndpoint(ports, endpointKey, asMember(member)),
  ],
];
changes.push(...others);

/** The reason in place of the result, where a change of an alert was refused. */
async function ofAlert(change: Promise<{ result: string; refusal?: { reason: string } }>) {
  const { result, refusal } = await change;
  return { result: refusal?.reason ?? result };
}

function importFile(ports: typeof stores, { organizationId, member }: World, text: string) {
  const file = csvRows(Buffer.from(text));
  if (file === undefined) throw new Error("the file is UTF-8");
  const request = { organizationId, file, createGroups: true, by: asMember(member) };
  return importCounters(ports, request, uninterrupted);
}

async function stateOf({ organizationId }: World) {
  const { entries } = await stores.auditLog.list({ organizationId, limit: 100 });
  return {
    gates: await stores.gates.list(organizationId),
    invitations: await stores.people.invitations(organizationId),
    counters: await stores.storedCounters.list(organizationId),
    groups: await stores.groups.list(organizationId),
    embeds: await stores.embedSessions.list(organizationId),
    keys: await stores.apiKeys.list(organizationId),
    alerts: await stores.alertRegistry.list(organizationId),
    endpoints: await stores.endpointRegistry.list(organizationId),
    organization: await stores.organizations.get(organizationId),
    actions: entries
      .map(({ action }) => action)
      .filter((action) => !/^member\.(set|rem)/.test(action)),
  };
}

describe.each(losses)("an admin who is %s", (_, lose) => {
  test.each(changes)("while one %s has changed nothing", async (_, change) => {
    const world = await newWorld();
    const before = await stateOf(world);
    const ports = storesOvertakenBy(() => lose(world.member));
    expect(await change(ports, world)).toEqual({ result: "forbidden" });
    expect(await stateOf(world)).toEqual(before);
  });
});

test.each(changes)(
  "an admin who stays one %s, also while another member changes",
  async (_, change) => {
    const world = await newWorld();
    const { organizationId } = world;
    const other = await createMember({ id: organizationId }, "admin");
    const before = await stateOf(world);
    const ports = storesOvertakenBy(() => demote(organizationId, other.member.id));
    expect((await change(ports, world)).result).toMatch(
      /^(created|revoked|updated|changed|adjusted|reset|renamed|paused|made|archived|restored|imported|deleted)$/,
    );
    expect(await stateOf(world)).not.toEqual(before);
  },
);
