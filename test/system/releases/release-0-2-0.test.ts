import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseItem } from "../../../adapters/aws/dynamodb-items.ts";
import { watchedCountOf } from "../../../adapters/counters/dynamodb-count-events.ts";
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

const release = "0.2.0";
const { tables, messages } = fixturesOf(release);

const unknownFormat = String(newestFormat + 1);

/** Queues that this release did not have yet. */
const newer: string[] = [];

const organizationId = "org_DRQsW4iVmFIHeadUHRlO";
const counterId = "ctr_X1tFUgWCfg0C8dxzQpjE";
const groupId = "grp_DB0SxhvJH1FMHIlrnxjH";
const endpointId = "end_GRrK8uFclvCbJMidAisv";
const counterKey = { organizationId, counterId };
const personId = "per_lDTRLQ7TSKZ2kYAt4I9l";
const sessionHash = "95fd83c44906d4a96042c13ff7a1dbd6ea75ad13fabefac2fa7c2646b9f593ab";
const firstDelivery = "dlv_GRrK8uFclvCbJMidAisv0Vbi1IJo019RsLxuac00EL4Xvwh7";

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
  OrganizationDeletions: [
    () => ports().deletions.list(),
    [{ organizationId: "org_LgGdBHhjjUHDBv2vUU6e", name: "Test", endpointIds: [] }],
  ],
  ApiKeys: [
    () => ports().apiKeys.list(organizationId),
    [
      {
        apiKey: { id: "key_OGXNYVcuGCFBb2TminWw", name: "Test", organizationId, lastFour: "hCrS" },
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
      { lastEventId: 1, eventType: "increment", createdAt: "2026-11-22T13:38:05.420Z" },
    ],
  ],
  CountMarks: [
    () =>
      ports().markReader.from(
        { organizationId, targetId: counterId },
        { resolution: "minute", at: "2026-11-22T00:00:00.000Z", limit: 10 },
      ),
    [{ resolution: "minute", at: "2026-11-22T13:38:00.000Z", level: 0n, ups: 0n, position: 1 }],
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
      next: { attempt: 2, fencingToken: "p2KV2ZD5aL4m", dueMs: 1_795_354_687_101 },
    },
  ],
  EmbedSessions: [
    () => ports().embedSessions.list(organizationId),
    [{ id: "emb_W0XbBnFFXmkQahQ8gAHxKn57", counterId, createdAt: "2026-11-22T13:38:05.332Z" }],
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
    [
      { id: "mem_FCReJ6MG0jISfjajIznj", role: "admin" },
      { id: "mem_cJeetjDpPXTHTcOXKVcs", role: "owner", personId },
    ],
  ],
  Invitations: [
    () => ports().people.invitation({ organizationId, invitationId: "inv_CH4TZVibN2hrSG1tkMsi" }),
    { role: "member", usedAt: null, expiresAt: "2026-11-29T13:38:05.406Z" },
  ],
  Sessions: [
    () => ports().sessions.find({ sessionHash, personId, organizationId }),
    { person: { id: personId }, member: { role: "owner" }, isBeingDeleted: false },
  ],
  Gates: [
    () => ports().gates.list(organizationId),
    [{ id: "gat_nL38J5FB1DQlOltH5WZQ", name: "North entrance", counterIds: [counterId] }],
  ],
  RateLimits: [
    async () => {
      // In the minute of the item one more use is the second.
      const clock = { now: () => 29_922_578 * 60_000 };
      return await dynamodbRateLimits(client, tablesOf(outputs), clock).use(tapLimit, "a caller");
    },
    { result: "allowed", remaining: tapLimit.perMinute - 2 },
  ],
  AuditEntries: [
    () => ports().auditLog.list({ organizationId, limit: 100, action: "gate.create" }),
    {
      entries: [
        {
          actor: { kind: "operator", id: null, name: "test" },
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
  ...{ organizationId, eventId: `counter.increment:${counterId}:1` },
  eventType: "counter.increment",
};
const first = { ...event, attempt: 1 };

describe(`what release ${release} sent`, () => {
  test.each([
    ["FirstAttempts", first],
    ["SlowAttempts", first],
    ["Retries", { ...event, attempt: 2, fencingToken: "86m6H2RNVe3P", dueMs: 1_795_354_687_559 }],
    ["Schedule", { ...event, attempt: 3, dueMs: 1_795_358_286_559 }],
  ])("is read as a message: %s", (kind, expected) => {
    const text = messages[kind] ?? "";
    expect(AttemptMessage.parse(JSON.parse(text))).toMatchObject(expected);
    expect(messageInDeadLetter(text)).toMatchObject(expected);
  });

  test("is read as the dead letter of a schedule", () => {
    expect(messageInDeadLetter(messages.ScheduleDeadLetter ?? "")).toMatchObject({
      ...event,
      ...{ attempt: 2, fencingToken: "XDRa7nzxwo6S" },
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
    expect(all.filter((name) => !(name.replace(/Queue$/, "") in messages))).toEqual(newer);
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
