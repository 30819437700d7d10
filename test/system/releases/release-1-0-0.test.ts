// @module-tag all
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseItem } from "../../../adapters/aws/dynamodb-items.ts";
import { watchedCountOf } from "../../../adapters/counters/count-images.ts";
import { dynamodbTaps } from "../../../adapters/counters/dynamodb-taps.ts";
import { counterHistory } from "../../../adapters/data/restore/dynamodb-restore.ts";
import { dynamodbRateLimits } from "../../../adapters/dynamodb-rate-limits.ts";
import { StackOutputs, tablesOf } from "../../../adapters/stack-outputs.ts";
import { storesOf } from "../../../adapters/stores.ts";
import { DataKeyItem } from "../../../adapters/webhooks/kms-signing-secrets.ts";
import { webhookEventOf } from "../../../adapters/webhooks/stream-events.ts";
import { tapLimit } from "../../../core/rate-limits.ts";
import { newestFormat } from "../../../core/stored-format.ts";
import { constructOf, tableDescription, tableNames } from "../../../core/tables.ts";
import { AttemptMessage, messageInDeadLetter } from "../../../core/webhooks/attempt-message.ts";
import { holdFailedRecords } from "../failed-records.ts";
import { client, clients } from "../service.ts";
import { createFixtureTables, deleteFixtureTables } from "./fixture-tables.ts";
import { fixturesOf } from "./fixtures.ts";

const release = "1.0.0";
const { tables, messages, ids } = fixturesOf(release);

const unknownFormat = String(newestFormat + 1);

const { organizationId, counterId, groupId, endpointId, personId, invitationId } = ids;
const counterKey = { organizationId, counterId };

/** The item of a table whose attribute has this text. */
function itemOf(noun: string, attribute: string, text: string): Record<string, AttributeValue> {
  const item = tables[noun]?.items.find((each) => each[attribute]?.S === text);
  if (item === undefined) throw new Error(`no item of ${noun} has ${text} as its ${attribute}`);
  return item;
}

const counted = `counter.increment:${counterId}:1`;
const deliveryKey = itemOf("Deliveries", "eventId", counted).deliveryKey?.S;
const firstDelivery = `dlv_${endpointId.replace("end_", "")}${deliveryKey}`;
const sessionHash = itemOf("Sessions", "personId", personId).sessionHash?.S ?? "";
const limitMinute = Number(tables.RateLimits?.items[0]?.limitKey?.S?.split(":").at(-1));

holdFailedRecords();

let outputs: StackOutputs;
beforeAll(async () => {
  outputs = await createFixtureTables(release, tables);
});
afterAll(() => deleteFixtureTables(release, tables));

const ports = () => storesOf({ clients, outputs });

/** By table what today's adapters read in the items of the release. */
const reads: Record<string, [read: () => Promise<unknown>, expected: unknown]> = {
  Organizations: [
    () => ports().organizations.get(organizationId),
    {
      organization: { name: "Test", plan: "enterprise", timeZone: "UTC" },
      ...{ counterCount: 1, groupCount: 1, alertCount: 1, revision: 5 },
      endpointIds: new Set([endpointId]),
    },
  ],
  OrganizationDeletions: [() => ports().deletions.list(), [{ name: "Test", endpointIds: [] }]],
  ApiKeys: [
    () => ports().apiKeys.list(organizationId),
    [
      {
        apiKey: { name: "Test", organizationId, createdBy: "operator" },
        limits: { requestsPerMinute: 300, requestsPerHour: 10_000 },
      },
    ],
  ],
  Counters: [
    () => ports().storedCounters.get(counterKey),
    {
      id: counterId,
      name: "South entrance",
      count: 2,
      lastEventId: 2,
      version: 6,
      groupId,
      ups: 2n,
    },
  ],
  CountEvents: [
    () => ports().countEvents.page(counterKey, { limit: 10 }),
    [
      { lastEventId: 2, previousCount: 1, count: 2, delta: 1, metadata: null },
      { lastEventId: 1, eventType: "increment" },
    ],
  ],
  CountMarks: [
    () =>
      ports().markReader.from(
        { organizationId, targetId: counterId },
        { resolution: "minute", at: "2026-01-01T00:00:00.000Z", limit: 10 },
      ),
    [{ resolution: "minute", level: 0n, ups: 0n, position: 1 }],
  ],
  SettingsChanges: [
    async () => {
      const names = {
        countEvents: outputs.CountEventsTable,
        settingsChanges: outputs.SettingsChangesTable,
      };
      return { version: await counterHistory(client, names).newestSettings(counterId) };
    },
    { version: 6 },
  ],
  IdempotencyKeys: [
    async () => {
      const names = {
        counters: outputs.CountersTable,
        countEvents: outputs.CountEventsTable,
        idempotencyKeys: outputs.IdempotencyKeysTable,
        countMarks: outputs.CountMarksTable,
        organizations: outputs.OrganizationsTable,
      };
      const earlier = await dynamodbTaps(client, names).earlierTaps(counterKey, ["first", "other"]);
      return [...earlier].map(([key, tap]) => ({
        key,
        ...(tap !== "undone" && { count: tap.count }),
      }));
    },
    [{ key: "first", count: 1 }],
  ],
  WebhookEndpoints: [
    () => ports().endpoint({ organizationId, endpointId }),
    {
      id: endpointId,
      events: ["counter.increment", "threshold.alert.fired"],
      ...{ plan: "enterprise", lane: "fast", lastError: "HTTP 500" },
    },
  ],
  // The key that wraps it went with the service that wrote it.
  DataKeys: [
    async () => tables.DataKeys?.items.map((item) => parseItem(DataKeyItem, item)),
    [{ keyName: "webhook-signing-secrets", wrappedKey: expect.stringMatching(/^ARpX/) }],
  ],
  Deliveries: [
    () => ports().load(firstDelivery),
    {
      ...{ deliveryId: firstDelivery, organizationId, state: "retry_scheduled" },
      attempts: [{ attempt: 1, status: 500, response: "told to refuse\n" }],
      next: { attempt: 2, fencingToken: "postponed" },
    },
  ],
  EmbedSessions: [
    () => ports().embedSessions.list(organizationId),
    [{ id: expect.stringMatching(/^emb_/), counterId }],
  ],
  CounterGroups: [
    () => ports().groups.get({ organizationId, groupId }),
    { id: groupId, name: "Hall", total: 2n, memberCount: 1, capacity: null, revision: 3 },
  ],
  GroupMembers: [
    () => ports().groups.allMembers({ organizationId, groupId }),
    [{ counterId, count: 2, lastEventId: 2 }],
  ],
  Alerts: [
    () => ports().alerts.list(organizationId),
    [{ name: "Full", kind: "absolute", at: 2, state: "fired", position: 2, paused: false }],
  ],
  AlertFirings: [
    () => ports().firings.list(organizationId, {}),
    [{ alertName: "Full", level: 2, previousLevel: 1, threshold: 2, counterId, groupId: null }],
  ],
  People: [
    async () => (await ports().sessions.find({ sessionHash, personId }))?.person,
    { id: personId, name: "Anna", organizationIds: new Set([organizationId]) },
  ],
  Members: [
    () => ports().people.members(organizationId),
    expect.arrayContaining([
      expect.objectContaining({ role: "admin" }),
      expect.objectContaining({ role: "owner", personId }),
    ]),
  ],
  Invitations: [
    () => ports().people.invitation({ organizationId, invitationId }),
    { role: "member", usedAt: null },
  ],
  Sessions: [
    () => ports().sessions.find({ sessionHash, personId, organizationId }),
    { person: { id: personId }, member: { role: "owner" }, isBeingDeleted: false },
  ],
  Gates: [
    () => ports().gates.list(organizationId),
    [{ name: "North entrance", counterIds: [counterId] }],
  ],
  RateLimits: [
    async () => {
      // In the minute of the item one more use is the second.
      const clock = { now: () => limitMinute * 60_000 };
      return await dynamodbRateLimits(client, tablesOf(outputs), clock).use(tapLimit, "a caller");
    },
    { result: "allowed", remaining: tapLimit.perMinute - 2 },
  ],
  AuditEntries: [
    () => ports().auditLog.list({ organizationId, limit: 100, action: "gate.create" }),
    {
      entries: [
        {
          actor: { kind: "operator", id: null },
          target: { kind: "gate", name: "North entrance" },
          after: { counterIds: [counterId], endsAt: null },
        },
      ],
    },
  ],
};

describe(`what release ${release} stored`, () => {
  test.each(Object.entries(reads))("is read from %s", async (_, [read, expected]) => {
    expect(await read()).toMatchObject(expected as object);
  });

  test("covers every table", () => {
    const then = tableNames.filter((name) => tableDescription(name).since <= release);
    expect(Object.keys(reads).toSorted()).toEqual(then.map(constructOf).toSorted());
    expect(Object.values(tables).filter(({ items }) => items.length === 0)).toEqual([]);
  });
});

const event = {
  ...{ organizationId, eventId: counted },
  eventType: "counter.increment",
};
const first = { ...event, attempt: 1 };

describe(`what release ${release} sent`, () => {
  test.each([
    ["FirstAttempts", first],
    ["SlowAttempts", first],
    [
      "Retries",
      { ...event, attempt: 2, fencingToken: expect.any(String), dueMs: expect.any(Number) },
    ],
    ["Schedule", { ...event, attempt: 3, dueMs: expect.any(Number) }],
  ])("is read as a message: %s", (kind, expected) => {
    const text = messages[kind] ?? "";
    expect(AttemptMessage.parse(JSON.parse(text))).toMatchObject(expected);
    expect(messageInDeadLetter(text)).toMatchObject(expected);
  });

  test("is read as the dead letter of a schedule", () => {
    expect(messageInDeadLetter(messages.ScheduleDeadLetter ?? "")).toMatchObject({
      ...event,
      ...{ attempt: 2, fencingToken: expect.any(String) },
    });
  });

  test("is read as a failed record", async () => {
    const records = ports().failedRecords;
    const key = `function/release-${release}`;
    await records["stream-records"].replace(key, messages.FailedRecord ?? "");
    expect(await records["stream-records"].read(key)).toMatchObject({
      items: [{ organizationId, eventType: "counter.increment" }],
      unreadable: [],
    });
    await records["stream-records"].remove(key);
  });

  test("covers every queue", () => {
    const all = Object.keys(StackOutputs.shape).filter((name) => name.endsWith("Queue"));
    expect(all.filter((name) => !(name.replace(/Queue$/, "") in messages))).toEqual([]);
  });
});

const image = (noun: string) => tables[noun]?.items[0];
/** What a newer release may have added. */
const added = { M: { any: { SS: ["text"] } } };

describe("what a newer release stores or sends", () => {
  test.each([
    ["a count to evaluate", watchedCountOf, "CountEvents"],
    ["a count to send", webhookEventOf, "CountEvents"],
    ["a firing", webhookEventOf, "AlertFirings"],
  ])("is read without what this one does not know: %s", (_, read, noun) => {
    expect(read({ ...image(noun), added })).toEqual(read(image(noun)));
    expect(() => read({ ...image(noun), formatVersion: { N: unknownFormat } })).toThrow(
      "has a format",
    );
  });

  test("is refused in a format that this one does not know", () => {
    const message = JSON.parse(messages.Retries ?? "");
    expect(AttemptMessage.parse({ ...message, added: 1 })).toEqual(message);
    expect(AttemptMessage.safeParse({ ...message, formatVersion: 1 }).success).toBe(true);
    expect(AttemptMessage.safeParse({ ...message, formatVersion: newestFormat + 1 }).success).toBe(
      false,
    );
  });
});
