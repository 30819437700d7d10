// @module-tag all
import { afterAll, beforeAll, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import {
  createAlert,
  deleteAlert,
  pauseAlert,
  resumeAlert,
  updateAlert,
} from "../../../core/alerts/manage-alerts.ts";
import type { CounterKey } from "../../../core/counters/counter.ts";
import { editSettings } from "../../../core/counters/settings/change-counter.ts";
import { archiveCounter } from "../../../core/counters/settings/counter-archive.ts";
import { createEmbed } from "../../../core/embeds/embeds.ts";
import { createGate } from "../../../core/gates/gates.ts";
import { editGroup } from "../../../core/groups/group-edit.ts";
import { createApiKey, revokeApiKey } from "../../../core/keys/api-keys.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import { invite } from "../../../core/members/invitations.ts";
import {
  changeDayStart,
  changeLanguage,
  changePlan,
  changeTimeZone,
  renameOrganization,
} from "../../../core/organizations/organization-changes.ts";
import { changePins } from "../../../core/overview/pins.ts";
import {
  createEndpoint,
  deleteEndpoint,
  updateEndpoint,
} from "../../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint, resumeEndpoint } from "../../../core/webhooks/pause-endpoint.ts";
import {
  activateNextSecret,
  discardNextSecret,
  makeNextSecret,
} from "../../../core/webhooks/replace-secret.ts";
import type { WebhookEventType } from "../../../core/webhooks/webhook-event.ts";
import { operator } from "../../core/audit/operator.ts";
import { alertSetup, newAlert } from "../../system/alert-service.ts";
import { newGroup } from "../../system/group-service.ts";
import { createMember } from "../../system/people-service.ts";
import {
  createCounter,
  createKey,
  createOrganization,
  outputs,
  stores,
  storesThrough,
} from "../../system/service.ts";
import { type FaultProxy, faultProxy } from "../fault-proxy.ts";

// Whoever changes something: where its entry cannot be written, the change is not made either.

let isRefused = false;
let proxy: FaultProxy;
let ports: typeof stores;

beforeAll(async () => {
  proxy = await faultProxy(({ operation, input }) => {
    const writesEntry = /Put|Write/.test(operation) && hasEntry(input);
    return isRefused && writesEntry ? { error: "AccessDeniedException" } : undefined;
  });
  ports = storesThrough(localDynamodbClient(proxy.endpoint));
});

afterAll(() => proxy.close());

const hasEntry = (input: object) => JSON.stringify(input).includes(outputs.AuditEntriesTable);

interface Made {
  organizationId: string;
  counter: { organizationId: string; counterId: string };
  group: { organizationId: string; groupId: string };
  key: { organizationId: string; keyId: string };
  endpoint: { organizationId: string; endpointId: string };
  alert: { organizationId: string; alertId: string };
}

const url = "https://localhost:8443/hooks";
const events: WebhookEventType[] = ["counter.increment"];

/** An organization that has one of everything. */
async function made(): Promise<Made & { by: Record<string, ChangedBy> }> {
  const organization = await createOrganization("enterprise");
  const { id: organizationId } = organization;
  const setup = { organizationId, url, events };
  const [counter, group, { id: keyId }, endpoint, { member }] = await Promise.all([
    createCounter(organization),
    newGroup(organization),
    createKey(organization),
    createEndpoint(stores, setup, operator),
    createMember(organization, "owner"),
  ]);
  if (endpoint.result !== "created") throw new Error(endpoint.result);
  const { id: alertId } = await newAlert("counter", counter);
  return {
    organizationId,
    counter: { organizationId, counterId: counter.id },
    group: { organizationId, groupId: group.id },
    key: { organizationId, keyId },
    endpoint: { organizationId, endpointId: endpoint.endpoint.id },
    alert: { organizationId, alertId },
    by: { operator, member: { kind: "member", member } },
  };
}

type Work = (ports: typeof stores, made: Made, by: ChangedBy) => Promise<{ result: string }>;

const storedWith = (at: typeof stores, key: CounterKey) => async () => {
  const counter = await at.storedCounters.get(key);
  return counter === undefined ? [] : [counter];
};

/** What each change needs first, and the change. */
const changes: [action: string, change: Work, first?: Work][] = [
  ["org.rename", (at, of, by) => renameOrganization(at, { ...of, name: "Zoo" }, by)],
  ["org.set-day-start", (at, of, by) => changeDayStart(at, { ...of, dayStart: "04:00" }, by)],
  ["org.set-language", (at, of, by) => changeLanguage(at, { ...of, language: "de" }, by)],
  ["org.set-time-zone", (at, of, by) => changeTimeZone(at, { ...of, timeZone: "Asia/Tokyo" }, by)],
  [
    "org.pin",
    (at, { organizationId, counter }, by) =>
      changePins(
        { ...at, counters: storedWith(at, counter), groups: async () => [] },
        { organizationId, pins: [counter.counterId] },
        by,
      ),
  ],
  ["key.create", (at, of, by) => createApiKey(at, { ...of, name: "Website" }, by)],
  ["key.revoke", (at, { key }, by) => revokeApiKey(at, key, by)],
  ["endpoint.create", (at, of, by) => createEndpoint(at, { ...of, url, events }, by)],
  [
    "endpoint.update",
    (at, { endpoint }, by) => updateEndpoint(at, endpoint, { events: ["counter.decrement"] }, by),
  ],
  ["endpoint.pause", (at, { endpoint }, by) => pauseEndpoint(at, endpoint, by)],
  [
    "endpoint.resume",
    (at, { endpoint }, by) => resumeEndpoint(at, endpoint, by),
    (at, { endpoint }, by) => pauseEndpoint(at, endpoint, by),
  ],
  ["endpoint.replace-secret", (at, { endpoint }, by) => makeNextSecret(at, endpoint, by)],
  [
    "endpoint.activate-secret",
    (at, { endpoint }, by) => activateNextSecret(at, endpoint, {}, by),
    (at, { endpoint }, by) => makeNextSecret(at, endpoint, by),
  ],
  [
    "endpoint.discard-secret",
    (at, { endpoint }, by) => discardNextSecret(at, endpoint, {}, by),
    (at, { endpoint }, by) => makeNextSecret(at, endpoint, by),
  ],
  ["endpoint.delete", (at, { endpoint }, by) => deleteEndpoint(at, endpoint, by)],
  [
    "alert.create",
    (at, { organizationId, counter }, by) =>
      createAlert(at, alertSetup("counter", { organizationId, id: counter.counterId }), by),
  ],
  ["alert.update", (at, { alert }, by) => updateAlert(at, alert, { name: "Half", rule: {} }, by)],
  ["alert.pause", (at, { alert }, by) => pauseAlert(at, alert, by)],
  [
    "alert.resume",
    (at, { alert }, by) => resumeAlert(at, alert, by),
    (at, { alert }, by) => pauseAlert(at, alert, by),
  ],
  ["alert.delete", (at, { alert }, by) => deleteAlert(at, alert, by)],
  [
    "counter.update",
    (at, { counter: key }, by) =>
      editSettings(at, { key, settings: { locked: true }, seen: {} }, by),
  ],
  ["counter.archive", (at, { counter }, by) => archiveCounter(at, counter, by)],
  [
    "group.update",
    (at, { group: key }, by) => editGroup(at, { key, settings: { capacity: 9 }, seen: {} }, by),
  ],
  ["embed.create", (at, { counter }, by) => createEmbed(at, counter, by)],
  [
    "gate.create",
    (at, { organizationId, counter }, by) => {
      const gate = { organizationId, name: "South", endsAt: null };
      return createGate(at, { ...gate, counterIds: [counter.counterId] }, by);
    },
  ],
  [
    "member.invite",
    (at, { organizationId }, by) =>
      invite(at, { organizationId, email: "ola@example.com", role: "member" }, by),
  ],
];

/** Everything that these changes change. */
async function stateOf({ organizationId }: Made) {
  const [record, counters, groups, keys, endpoints, alerts, { entries }] = await Promise.all([
    stores.organizations.get(organizationId),
    stores.storedCounters.list(organizationId),
    stores.groups.list(organizationId),
    stores.apiKeys.list(organizationId),
    stores.listStored(organizationId),
    stores.alertRegistry.list(organizationId),
    stores.auditLog.list({ organizationId, limit: 100 }),
  ]);
  const [embeds, gates, invitations] = await Promise.all([
    stores.embedSessions.list(organizationId),
    stores.gates.list(organizationId),
    stores.people.invitations(organizationId),
  ]);
  const watched = { counters, groups, alerts };
  return { record, ...watched, keys, endpoints, embeds, gates, invitations, entries };
}

async function expectOneMechanism(
  [action, change, first]: (typeof changes)[number],
  by: "operator" | "member",
) {
  const of = await made();
  const who = of.by[by] ?? operator;
  await first?.(ports, of, who);
  const before = await stateOf(of);
  isRefused = true;
  await expect(change(ports, of, who)).rejects.toThrow("AccessDenied");
  isRefused = false;
  expect(await stateOf(of)).toEqual(before);

  const earlier = proxy.calls.length;
  await change(ports, of, who);
  const writes = proxy.calls.slice(earlier).filter(({ operation }) => /^Transact/.test(operation));
  expect(writes.map(({ input }) => hasEntry(input))).toEqual([true]);
  const { entries } = await stateOf(of);
  expect(entries).toHaveLength(before.entries.length + 1);
  expect(entries[0]).toMatchObject({ action, actor: { kind: by } });
}

test.each(changes)("an operator's %s is made with its entry or not at all", async (...change) => {
  await expectOneMechanism(change, "operator");
});

test.each(changes)("a member's %s is made with its entry or not at all", async (...change) => {
  await expectOneMechanism(change, "member");
});

test("only operators change plans, with the entry or not at all", async () => {
  const setPlan: Work = (at, of, by) => changePlan(at, { ...of, plan: "pro" }, by);
  await expectOneMechanism(["org.set-plan", setPlan], "operator");
});
