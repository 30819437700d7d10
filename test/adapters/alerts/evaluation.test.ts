import { type AttributeValue, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { alertCreation } from "../../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbEvaluation } from "../../../adapters/alerts/dynamodb-evaluation.ts";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { groupItem, memberItem } from "../../../adapters/groups/dynamodb-groups.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { newAlertId, type StoredAlert } from "../../../core/alerts/alert.ts";
import { evaluateCounts } from "../../../core/alerts/evaluate-counts.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { newCounterId } from "../../../core/counters/counter-names.ts";
import { newGroupId } from "../../../core/groups/group.ts";
import type { Organization, Plan } from "../../../core/organizations/organization.ts";
import { client, createOrganization, outputs, stores, tables } from "../../system/service.ts";
import { type Fault, proxyOfTest } from "../fault-proxy.ts";

const store = dynamodbEvaluation(client, tables);
const ports = { store, clock: stores.clock };
const createdAt = "2026-11-21T12:00:00.000Z";

/** A group whose members have counted nothing yet; no counters stand behind them. */
async function createHall(
  memberCount: number,
  { plan = "enterprise" as Plan, capacity = 100 } = {},
) {
  const organization = await createOrganization(plan);
  const key = { organizationId: organization.id, groupId: newGroupId(randomBase62) };
  const counterIds = Array.from({ length: memberCount }, () => newCounterId(randomBase62));
  const group = {
    id: key.groupId,
    organizationId: organization.id,
    ...{ name: "Hall", capacity, total: 0n, memberCount, alertCount: 1, revision: 1, createdAt },
  };
  await put(outputs.CounterGroupsTable, groupItem(group));
  for (const counterId of counterIds) {
    const member = memberItem(key, { counterId, count: 0, lastEventId: 0 });
    await put(outputs.GroupMembersTable, member);
  }
  return { organization, key, counterIds };
}

async function createAlert(organization: Organization, alert: Partial<StoredAlert>) {
  const stored: StoredAlert = {
    ...{ id: newAlertId(randomBase62), organizationId: organization.id, name: "Full" },
    ...{ scope: "group", targetId: "", kind: "at_capacity", percent: null, at: null },
    ...{ capacity: null, rearmBelow: null, paused: false, state: "armed", stateEventId: null },
    ...{ stateSince: createdAt, position: 0, epoch: 0, revision: 1, createdAt },
    ...alert,
  };
  const { Put } = alertCreation(outputs.AlertsTable, stored);
  await client.send(new PutItemCommand({ TableName: outputs.AlertsTable, Item: Put?.Item ?? {} }));
  return stored;
}

async function put(TableName: string, Item: Record<string, AttributeValue>) {
  await client.send(new PutItemCommand({ TableName, Item }));
}

type Key = Awaited<ReturnType<typeof createHall>>["key"];

function countOf({ organizationId, groupId }: Key, counterId: string, numbers: [number, number]) {
  const [lastEventId, count] = numbers;
  const counted: WatchedCount = {
    ...{ organizationId, groupId, counterId, counterName: "Gate", eventType: "increment" },
    ...{ previousCount: count - 1, count, delta: 1, lastEventId, createdAt },
    ...{ hasAlerts: false, goalTarget: null, cause: "tap" },
  };
  return counted;
}

const groups = stores.groups;
const firings = stores.firings;
const firedLevels = async (organization: Organization) =>
  (await firings.list(organization.id, {})).map(({ level }) => level);

test("evaluations of one group at the same time miss nothing and fire each crossing once", async () => {
  const { organization, key, counterIds } = await createHall(4, { capacity: 8 });
  await createAlert(organization, { targetId: key.groupId });
  await createAlert(organization, { targetId: key.groupId, kind: "percent", percent: 50 });
  // One evaluator for each counter, as if each were on a shard of its own.
  const evaluations = counterIds.map(async (counterId) => {
    for (let event = 1; event <= 4; event += 1) {
      expect(await evaluateCounts(ports, [countOf(key, counterId, [event, event])])).toEqual([]);
    }
  });
  await Promise.all(evaluations);
  expect(await groups.get(key)).toMatchObject({ total: 16n });
  expect((await firedLevels(organization)).sort((a, b) => a - b)).toEqual([4, 8]);
});

test("a hundred counts of one group take one transaction", async () => {
  const { key, counterIds } = await createHall(20);
  const proxy = await proxyOfTest();
  const counted = dynamodbEvaluation(localDynamodbClient(proxy.endpoint), tables);
  const batch = Array.from({ length: 100 }, (_, index) =>
    countOf(key, counterIds[index % 20] ?? "", [Math.floor(index / 20) + 1, index + 1]),
  );
  expect(await evaluateCounts({ ...ports, store: counted }, batch)).toEqual([]);
  const operations = proxy.calls.map(({ operation }) => operation);
  // Once more where DynamoDB has left keys unprocessed.
  const begun = operations.filter(
    (name, call) => name !== "BatchGetItem" || operations.indexOf(name) === call,
  );
  expect(begun.toSorted()).toEqual([
    "BatchGetItem",
    "GetItem",
    "GetItem",
    "Query",
    "TransactWriteItems",
  ]);
  expect(await groups.get(key)).toMatchObject({ revision: 2 });
});

test("a batch that does not fit into one transaction takes several, and loses nothing", async () => {
  const { organization, key, counterIds } = await createHall(100, { capacity: 50 });
  await createAlert(organization, { targetId: key.groupId });
  const batch = counterIds.map((counterId) => countOf(key, counterId, [1, 1]));
  expect(await evaluateCounts(ports, batch)).toEqual([]);
  expect(await groups.get(key)).toMatchObject({ total: 100n, revision: 3 });
  expect(await firedLevels(organization)).toEqual([50]);
});

test("a total is exact beyond what a number can hold; levels stay within ±(2^53−1)", async () => {
  const { organization, key, counterIds } = await createHall(2, { capacity: 10 });
  await createAlert(organization, { targetId: key.groupId });
  const most = Number.MAX_SAFE_INTEGER;
  const [one = "", other = ""] = counterIds;
  await evaluateCounts(ports, [countOf(key, one, [1, most]), countOf(key, other, [1, most - 2])]);
  expect(await groups.get(key)).toMatchObject({ total: 2n * BigInt(most) - 2n });
  await evaluateCounts(ports, [countOf(key, one, [2, 1]), countOf(key, other, [2, 1])]);
  expect(await groups.get(key)).toMatchObject({ total: 2n });
  expect(await firedLevels(organization)).toEqual([most]);
});

const conflict: Fault = {
  error: "TransactionCanceledException",
  body: { CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }] },
};
const throttled: Fault = {
  error: "TransactionCanceledException",
  body: { CancellationReasons: [{ Code: "ThrottlingError" }, { Code: "None" }] },
};

test.each<[string, string, Fault, number]>([
  ["meets a conflict", "TransactWriteItems", conflict, 4],
  ["is throttled", "TransactWriteItems", throttled, 4],
  ["gets no response to a write that was made", "TransactWriteItems", "lose the response", 2],
  [
    "reads only a part of the members",
    "BatchGetItem",
    { error: "ProvisionedThroughputExceededException" },
    2,
  ],
])("an evaluation that %s counts and fires once", async (_, operation, fault, times) => {
  const { organization, key, counterIds } = await createHall(1, { capacity: 1 });
  await createAlert(organization, { targetId: key.groupId });
  let left = times;
  const proxy = await proxyOfTest((call) => {
    if (call.operation !== operation || left === 0) return undefined;
    left -= 1;
    return fault;
  });
  const spoiled = dynamodbEvaluation(localDynamodbClient(proxy.endpoint), tables);
  const counted = countOf(key, counterIds[0] ?? "", [1, 1]);
  expect(await evaluateCounts({ ...ports, store: spoiled }, [counted])).toEqual([]);
  expect(left).toBe(0);
  expect(await groups.get(key)).toMatchObject({ total: 1n });
  expect(await firedLevels(organization)).toEqual([1]);
});

test("a group of another organization, a foreign counter and a deleted group change nothing", async () => {
  const { key, counterIds } = await createHall(1);
  const { key: other } = await createHall(1);
  const [counterId = ""] = counterIds;
  const strangers = [
    countOf({ ...key, organizationId: other.organizationId }, counterId, [1, 5]),
    countOf(key, newCounterId(randomBase62), [1, 5]),
    countOf({ ...key, groupId: newGroupId(randomBase62) }, counterId, [1, 5]),
  ];
  expect(await evaluateCounts(ports, strangers)).toEqual([]);
  expect(await groups.get(key)).toMatchObject({ total: 0n, revision: 1 });
});

test("a count that fails does not keep the counts of other groups from being evaluated", async () => {
  const good = await createHall(1);
  const bad = await createHall(1);
  await createAlert(bad.organization, { targetId: bad.key.groupId, state: "no state" as never });
  const [lost, kept] = [bad, good].map(({ key, counterIds: [id = ""] }) =>
    countOf(key, id, [1, 7]),
  );
  const failed = await evaluateCounts(
    ports,
    [lost, kept].flatMap((count) => count ?? []),
  );
  expect(failed).toMatchObject([{ item: { organizationId: bad.organization.id } }]);
  expect(String(failed[0]?.cause)).toContain("a stored item is not as expected: state");
  expect(await groups.get(good.key)).toMatchObject({ total: 7n });
});
