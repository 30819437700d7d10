import { describe, expect, test } from "vitest";
import {
  restorableTable,
  restorableTables,
} from "../../../../core/data/restore/restorable-tables.ts";
import {
  type Deleted,
  differingFields,
  replacementChanges,
  verdictOf,
  withoutFailure,
} from "../../../../core/data/restore/restore-verdict.ts";
import type { StoredItem } from "../../../../core/data/stored-item.ts";

const organizationId = { S: "org_1" };
const endpoint: StoredItem = {
  ...{ organizationId, endpointId: { S: "end_1" }, url: { S: "https://a.example/" } },
  ...{ sealedSecret: { S: "x" }, revision: { N: "3" }, events: { SS: ["b", "a"] } },
};
const nowMs = Date.parse("2026-11-22T12:00:00Z");

function tableOf(name: string) {
  const table = restorableTable(name);
  if (table === undefined) throw new Error(name);
  return table;
}

function judge(
  restored: StoredItem,
  live?: StoredItem,
  deleted: Deleted[] = [],
  name = "WebhookEndpoints",
) {
  return verdictOf(tableOf(name), { restored, live, deleted }, nowMs);
}

describe("what becomes of an item", () => {
  const inSeconds = (seconds: number) => ({ N: String(nowMs / 1_000 + seconds) });
  const person: StoredItem = {
    ...{ personId: { S: "per_1" }, issuer: { S: "i" }, subject: { S: "s" } },
    organizationIds: { SS: ["org_1", "org_2"] },
  };
  const none = new Set<string>();
  const keys = "IdempotencyKeys";
  const record: StoredItem = { counterId: { S: "ctr_1" }, idempotencyKey: { S: "gat_1/a" } };
  const counted: StoredItem = { ...record, lastEventId: { N: "4" } };
  const tombstone: StoredItem = { ...record, undoneAt: { S: "t" } };
  test.each<[string, ReturnType<typeof judge>, string]>([
    ["it is not there", judge(endpoint), "missing"],
    ["it is there", judge(endpoint, endpoint), "same"],
    [
      "only the order of a set differs",
      judge(endpoint, { ...endpoint, events: { SS: ["a", "b"] } }),
      "same",
    ],
    ["only its revision is higher", judge(endpoint, { ...endpoint, revision: { N: "9" } }), "same"],
    ["only the mark differs", judge(endpoint, { ...endpoint, restoredAt: { S: "t" } }), "same"],
    ["its URL differs", judge(endpoint, { ...endpoint, url: { S: "u" } }), "different"],
    [
      "one more attribute is there",
      judge(endpoint, { ...endpoint, pausedAt: { S: "t" } }),
      "different",
    ],
    ["it was deleted", judge(endpoint, undefined, [new Set(["end_1"])]), "deleted"],
    ["its organization was deleted", judge(endpoint, undefined, ["everything"]), "deleted"],
    ["something else was deleted", judge(endpoint, undefined, [new Set(["end_2"])]), "missing"],
    ["it was deleted and exists", judge(endpoint, endpoint, [new Set(["end_1"])]), "same"],
    ["its time is over", judge({ ...endpoint, expiresAt: inSeconds(0) }), "expired"],
    ["its time is not over", judge({ ...endpoint, expiresAt: inSeconds(1) }), "missing"],
    ["an attribute is of another type", judge({ ...endpoint, url: { N: "1" } }), "unreadable"],
    ["it is another table's", judge(person), "unreadable"],
    ["a tap was undone before it arrived", judge(tombstone, undefined, [], keys), "missing"],
    [
      "a tap was undone since",
      judge(counted, { ...counted, undoneBy: { N: "9" } }, [], keys),
      "same",
    ],
    [
      "one of two organizations was deleted",
      judge(person, undefined, ["everything", none], "People"),
      "missing",
    ],
    ["both were", judge(person, undefined, ["everything", "everything"], "People"), "deleted"],
  ])("%s", (_, verdict, expected) => {
    expect(verdict).toBe(expected);
  });
});

test("the fields that differ are named, without those that are kept or only rise", () => {
  const counter: StoredItem = { name: { S: "Gate" }, count: { N: "1" }, version: { N: "1" } };
  const live = { ...counter, name: { S: "???" }, count: { N: "9" }, version: { N: "4" } };
  expect(differingFields(tableOf("Counters"), { restored: counter, live })).toEqual(["name"]);
  const gone = differingFields(tableOf("Counters"), {
    restored: { ...counter, goalTarget: { N: "5" } },
    live: { ...counter, locked: { BOOL: true } },
  });
  expect(gone).toEqual(["goalTarget", "locked"]);
});

test("what replaces a live item raises its revision and keeps what never goes back", () => {
  const gate = { revokedAt: { NULL: true }, revision: { N: "4" } };
  const live = { revokedAt: { S: "2026-11-22T00:00:00.000Z" }, revision: { N: "7" } };
  expect(replacementChanges(tableOf("Gates"), { restored: gate, live })).toEqual({
    set: { revokedAt: live.revokedAt, revision: { N: "8" } },
    remove: ["lastHeardAt"],
  });
  const counter = { version: { N: "9" }, lastCountAt: { S: "t" }, count: { N: "1" } };
  const fresh = { version: { N: "2" }, count: { N: "0" } };
  expect(replacementChanges(tableOf("Counters"), { restored: counter, live: fresh })).toEqual({
    set: { count: { N: "0" }, version: { N: "10" } },
    // Also those that neither has: the live counter must not have got one meanwhile.
    remove: [
      ...["lastEventId", "ups", "downs", "adjusted", "late", "lastCountAt"],
      ...["peak", "peakAt"],
      ...["lastAdjustedAt"],
      ...["updatedAt", "lastDailyReset"],
    ],
  });
});

test("a key that was used and an endpoint that was sent to meanwhile count as the same", () => {
  const unused: StoredItem = {
    ...{ keyHash: { S: "h" }, keyId: { S: "key_1" }, organizationId },
    ...{ requestsPerMinute: { N: "60" }, "hour:1": { N: "9" } },
  };
  const key = { ...unused, "minute:1": { N: "9" } };
  const used = { ...unused, "minute:2": { N: "60" } };
  expect(judge(key, used, [], "ApiKeys")).toBe("same");
  // Nobody gets requests back.
  expect(replacementChanges(tableOf("ApiKeys"), { restored: key, live: used })).toEqual({
    set: { "minute:2": { N: "60" }, "hour:1": { N: "9" } },
    remove: ["minute:1"],
  });
  const failing = { lane: { S: "slow" }, lastErrorAtMs: { N: "1" }, lastError: { S: "500" } };
  expect(judge(endpoint, { ...endpoint, ...failing })).toBe("same");
  expect(judge(key, { ...key, name: { S: "other" } }, [], "ApiKeys")).toBe("different");
});

test("what others refer to comes after them, and organizations last", () => {
  const order = restorableTables.map(({ name }) => name);
  expect(order.indexOf("AuditEntries")).toBe(0);
  expect(order.indexOf("CountEvents")).toBeLessThan(order.indexOf("Counters"));
  expect(order.indexOf("SettingsChanges")).toBeLessThan(order.indexOf("Counters"));
  expect(order.indexOf("GroupMembers")).toBeLessThan(order.indexOf("CounterGroups"));
  expect(order.at(-1)).toBe("Organizations");
});

test("a lost endpoint comes back without a failure or news of it, and people still hear of its pause", () => {
  const failing = { failingSinceMs: { N: "1" }, watchAt: { S: "t" } };
  const pausedAt = { S: "t" };
  const watched = { M: { untilMs: { N: String(nowMs) } } };
  expect(withoutFailure({ ...endpoint, ...failing }, nowMs)).toEqual({
    set: { watched },
    remove: ["failingSinceMs", "lastError", "lastErrorAtMs", "watchAt"],
  });
  expect(withoutFailure({ ...endpoint, ...failing, pausedAt }, nowMs).remove).not.toContain(
    "watchAt",
  );
});
