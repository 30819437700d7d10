import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbEmbedSessionReader } from "../../adapters/embeds/dynamodb-embed-sessions.ts";
import { dynamodbGateReader } from "../../adapters/gates/dynamodb-gates.ts";
import { dynamodbAuthorizer } from "../../adapters/keys/dynamodb-authorizer.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { dynamodbSessions } from "../../adapters/sessions/dynamodb-sessions.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { Counter } from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/taps/count-batch.ts";
import { keyHash } from "../../core/keys/key-text.ts";
import { newOrganization } from "../../core/organizations/organization.ts";
import {
  createCounter,
  createCustomer,
  createOrganization,
  outputs,
  stores,
  storesThrough,
  tables,
} from "../system/service.ts";
import { type Fault, proxyOfTest } from "./fault-proxy.ts";

/** A client whose calls of this operation meet a fault, the first `times` of them. */
async function spoiled(operation: string, fault: Fault, times: number) {
  let left = times;
  const proxy = await proxyOfTest((call) => {
    if (call.operation !== operation || left === 0) return undefined;
    left -= 1;
    return fault;
  });
  return { proxy, client: localDynamodbClient(proxy.endpoint), left: () => left };
}

const tap = { direction: "up" as const, metadata: null };

test("a tap whose response is lost after the write is counted once", async () => {
  const { client, left } = await spoiled("TransactWriteItems", "lose the response", 2);
  const through = storesThrough(client);
  const { id: counterId, organizationId } = await createCounter(await createOrganization("pro"));
  const key = { organizationId, counterId };
  const result = await countTap(through.taps, through.clock, { key, tap });
  expect(left()).toBe(0);
  expect(result).toMatchObject({ result: "counted", event: { lastEventId: 1 } });
  expect(await stores.counters.get(key)).toMatchObject({ count: 1, lastEventId: 1, version: 2 });
});

test("an organization whose creation is not confirmed exists once, and the caller hears of no error", async () => {
  const { client, left } = await spoiled("TransactWriteItems", "lose the response", 1);
  const { organizations, organizationCreator } = storesThrough(client);
  const organization = newOrganization(
    { name: "Museum", plan: "pro" },
    { nowMs: Date.now(), randomBase62 },
  );
  await organizationCreator.create(organization);
  expect(left()).toBe(0);
  expect((await organizations.get(organization.id))?.organization).toEqual(organization);
});

test("a call without a response is repeated after two seconds", async () => {
  const { client, proxy } = await spoiled("GetItem", "stay silent", 1);
  const counter = await createCounter(await createOrganization("pro"));
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  expect(await storesThrough(client).counters.get(key)).toEqual(Counter.parse(counter));
  expect(proxy.calls).toHaveLength(2);
});

test("a call without a response fails after three attempts", async () => {
  const { client, proxy } = await spoiled("GetItem", "stay silent", 9);
  const reading = storesThrough(client).organizations.get("org_1");
  await expect(reading).rejects.toMatchObject({ name: "TimeoutError" });
  expect(proxy.calls).toHaveLength(3);
});

test("a request that meets a change of plan is authorized once the change is through", async () => {
  const { key } = await createCustomer("pro");
  const { client, left } = await spoiled(
    "UpdateItem",
    { error: "TransactionConflictException" },
    3,
  );
  const authorizer = dynamodbAuthorizer(client, tables, systemClock);
  const authorization = await authorizer.authorize(keyHash(key), Date.now());
  expect(left()).toBe(0);
  expect(authorization).toMatchObject({
    result: "authorized",
    rateLimit: { hour: { remaining: 999 } },
  });
});

test("a change of plan while old windows are removed does not count the request again", async () => {
  const { key } = await createCustomer("pro");
  const hour = 3_600_000;
  const noon = Date.UTC(2026, 0, 1, 12);
  const removal = { error: "TransactionConflictException" };
  const proxy = await proxyOfTest(({ input }) =>
    String(input.UpdateExpression).startsWith("REMOVE") ? removal : undefined,
  );
  const client = localDynamodbClient(proxy.endpoint);
  const authorizer = dynamodbAuthorizer(client, tables, systemClock);
  for (let index = 0; index < 12; index += 1) {
    const authorization = await authorizer.authorize(keyHash(key), noon + index * hour);
    expect(authorization).toMatchObject({
      result: "authorized",
      rateLimit: { hour: { remaining: 999 } },
    });
  }
  const removals = proxy.calls.filter(({ input }) =>
    String(input.UpdateExpression).startsWith("R"),
  );
  expect(removals.length).toBeGreaterThan(0);
});

test.each(["TransactionConflict", "ThrottlingError"])("a tap goes on after %s", async (Code) => {
  const body = { CancellationReasons: [{ Code }, { Code: "None" }] };
  const canceled = { error: "TransactionCanceledException", body };
  const { client, left } = await spoiled("TransactWriteItems", canceled, 3);
  const through = storesThrough(client);
  const counter = await createCounter(await createOrganization("pro"));
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const result = await countTap(through.taps, through.clock, { key, tap });
  expect(left()).toBe(0);
  expect(result).toMatchObject({ result: "counted", event: { lastEventId: 1 } });
});

test("a transaction that can never succeed is an error at once", async () => {
  const body = { CancellationReasons: [{ Code: "ValidationError" }, { Code: "None" }] };
  const canceled = { error: "TransactionCanceledException", body };
  const { client, proxy } = await spoiled("TransactWriteItems", canceled, 9);
  const through = storesThrough(client);
  const counter = await createCounter(await createOrganization("pro"));
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const counting = countTap(through.taps, through.clock, { key, tap });
  await expect(counting).rejects.toMatchObject({ name: "TransactionCanceledException" });
  const writes = proxy.calls.filter(({ operation }) => operation === "TransactWriteItems");
  expect(writes).toHaveLength(1);
});

test("every read behind the API is strongly consistent", async () => {
  const { client, proxy } = await spoiled("", "stay silent", 0);
  const { organization, counter } = await createCustomer("pro");
  const through = storesThrough(client);
  const key = { organizationId: organization.id, counterId: counter.id };
  await through.counters.get(key);
  await through.counters.list(organization.id);
  await through.countEvents.page(key, { limit: 1 });
  expect(proxy.calls.length).toBeGreaterThanOrEqual(3);
  expect(new Set(proxy.calls.map(({ input }) => input.ConsistentRead))).toEqual(new Set([true]));
});

test("what opens something is read strongly consistent, too: once it has ended, it is closed", async () => {
  const { client, proxy } = await spoiled("", "stay silent", 0);
  const { organization } = await createCustomer("pro");
  const { id: organizationId } = organization;
  const gateId = "gat_0123456789ABCDEFGHIJ";
  await dynamodbGateReader(client, tables).get({ organizationId, gateId });
  await dynamodbEmbedSessionReader(client, tables).get(randomUUID());
  const sessions = dynamodbSessions(client, {
    ...{ sessions: outputs.SessionsTable, people: outputs.PeopleTable },
    members: outputs.MembersTable,
  });
  await sessions.find({ sessionHash: "0", personId: "0", organizationId });
  const reads = proxy.calls.flatMap(({ input }) =>
    Object.entries(input.RequestItems ?? { [String(input.TableName)]: input }),
  );
  for (const [, read] of reads) expect(read).toMatchObject({ ConsistentRead: true });
  const { GatesTable, EmbedSessionsTable, SessionsTable, PeopleTable, MembersTable } = outputs;
  expect(new Set(reads.map(([table]) => table))).toEqual(
    new Set([GatesTable, EmbedSessionsTable, SessionsTable, PeopleTable, MembersTable]),
  );
});

test("an idempotency key is kept for 30 days after the tap", async () => {
  const { client, proxy } = await spoiled("", "stay silent", 0);
  const { counter } = await createCustomer("pro");
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const through = storesThrough(client);
  const at = Date.UTC(2030, 0, 1);
  const clock = { ...through.clock, now: () => at };
  await countTap(through.taps, clock, { key, tap, idempotencyKey: "K" });
  const written = JSON.stringify(proxy.calls.at(-1)?.input);
  expect(written).toContain(`"expiresAt":{"N":"${at / 1000 + 30 * 86_400}"}`);
});
