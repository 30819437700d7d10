import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { dynamodbClient, localAccess } from "../../../adapters/aws/dynamodb-client.ts";
import { dynamodbAuthorizer } from "../../../adapters/keys/dynamodb-authorizer.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { systemClock } from "../../../adapters/system-clock.ts";
import type { Authorization } from "../../../core/keys/authorized-read.ts";
import { keyHash, newKeyText } from "../../../core/keys/key-text.ts";
import { windowsAt } from "../../../core/keys/rate-limit.ts";
import type { Plan } from "../../../core/organizations/organization.ts";
import {
  client,
  createKey,
  createOrganization,
  endpoint,
  outputs,
  stores,
  tables,
} from "../../system/service.ts";
import { proxyOfTest } from "../fault-proxy.ts";

/** Waits for each response: a request that the SDK repeats after 2 s can count twice. */
const patient = dynamodbClient({ endpoint, ...localAccess, maxAttempts: 1, requestHandler: {} });
const authorizer = dynamodbAuthorizer(patient, tables, systemClock);
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const minute = 60_000;
const hour = 60 * minute;

async function hashOfNewKey(plan: Plan): Promise<string> {
  const { key } = await createKey(await createOrganization(plan));
  return keyHash(key);
}

async function results(
  hash: string,
  count: number,
  nowMs: number,
): Promise<Record<string, number>> {
  const authorizations: Authorization[] = [];
  // As many as the SDK opens connections.
  while (authorizations.length < count) {
    const length = Math.min(50, count - authorizations.length);
    const wave = Array.from({ length }, () => authorizer.authorize(hash, nowMs));
    authorizations.push(...(await Promise.all(wave)));
  }
  const tally: Record<string, number> = {};
  for (const { result } of authorizations) tally[result] = (tally[result] ?? 0) + 1;
  return tally;
}

test.each<[Plan, number]>([
  ["pro", 60],
  ["enterprise", 300],
])(
  "%s: of parallel requests exactly the limit of %i per minute is authorized",
  async (plan, limit) => {
    const hash = await hashOfNewKey(plan);
    expect(await results(hash, limit + 40, noon)).toEqual({ authorized: limit, rate_limited: 40 });
    expect(await results(hash, 5, noon + minute)).toEqual({ authorized: 5 });
  },
);

test.each<[Plan, number, number, number]>([
  ["pro", 60, 1_000, 930],
  ["enterprise", 300, 10_000, 9_650],
])(
  "%s: with %i a minute, exactly %i in one hour are authorized, of which %i were before",
  async (plan, perMinute, perHour, before) => {
    const hash = await hashOfNewKey(plan);
    let authorized = await countBefore(hash, before);
    for (let index = 0; authorized < perHour && index < 60; index += 1) {
      const tally = await results(
        hash,
        Math.min(perMinute, perHour - authorized),
        noon + index * minute,
      );
      authorized += tally.authorized ?? 0;
    }
    expect(authorized).toBe(perHour);
    expect(await results(hash, 10, noon + 50 * minute)).toEqual({ rate_limited: 10 });
    expect(await results(hash, 10, noon + 60 * minute)).toEqual({ authorized: 10 });
  },
  120_000,
);

/** Writes what as many requests at noon would have written of the hour: 10,000 take ten seconds. */
async function countBefore(hash: string, count: number): Promise<number> {
  const ofTheHour = new UpdateItemCommand({
    TableName: outputs.ApiKeysTable,
    Key: { keyHash: { S: hash } },
    UpdateExpression: "ADD #hour :count",
    ExpressionAttributeNames: { "#hour": `hour:${windowsAt(noon).hour}` },
    ExpressionAttributeValues: { ":count": { N: String(count) } },
  });
  await client.send(ofTheHour);
  return count;
}

test("a request whose response is lost counts twice, and never lets through more than the limit", async () => {
  const hash = await hashOfNewKey("pro");
  let calls = 0;
  const proxy = await proxyOfTest(() => {
    calls += 1;
    return calls === 1 ? "lose the response" : undefined;
  });
  const losing = dynamodbClient({ ...localAccess, endpoint: proxy.endpoint, requestHandler: {} });
  const authorization = await dynamodbAuthorizer(losing, tables, systemClock).authorize(hash, noon);
  expect(authorization).toMatchObject({
    result: "authorized",
    rateLimit: { minute: { remaining: 58 }, hour: { remaining: 998 } },
  });
  expect(await results(hash, 60, noon)).toEqual({ authorized: 58, rate_limited: 2 });
});

test("a refused request does not count", async () => {
  const hash = await hashOfNewKey("pro");
  await results(hash, 200, noon);
  const next = await authorizer.authorize(hash, noon + minute);
  expect(next).toMatchObject({ rateLimit: { hour: { remaining: 1_000 - 61 } } });
});

test("an authorization says what is left in both windows", async () => {
  const hash = await hashOfNewKey("enterprise");
  expect(await authorizer.authorize(hash, noon + 15_000)).toMatchObject({
    result: "authorized",
    rateLimit: {
      minute: { limit: 300, remaining: 299, resetSeconds: 45 },
      hour: { limit: 10_000, remaining: 9_999, resetSeconds: 3_585 },
    },
  });
});

test("an unknown key is refused and leaves nothing in the table", async () => {
  const hash = keyHash(newKeyText("cs", randomBase62));
  expect(await authorizer.authorize(hash, noon)).toEqual({ result: "unknown_key" });
  expect(await storedKey(client, hash)).toBeUndefined();
});

test("a key of a free organization needs another plan, and works as soon as it has one", async () => {
  const organization = await createOrganization("free");
  const { key } = await createKey(organization);
  expect(await authorizer.authorize(keyHash(key), noon)).toMatchObject({
    result: "plan_required",
  });
  await stores.plans.set(organization.id, "pro");
  expect(await authorizer.authorize(keyHash(key), noon)).toMatchObject({ result: "authorized" });
  await stores.plans.set(organization.id, "free");
  expect(await authorizer.authorize(keyHash(key), noon)).toMatchObject({
    result: "plan_required",
  });
});

test("an instance whose clock is a minute behind still counts exactly", async () => {
  const hash = await hashOfNewKey("pro");
  expect(await results(hash, 50, noon)).toEqual({ authorized: 50 });
  expect(await results(hash, 30, noon + minute)).toEqual({ authorized: 30 });
  expect(await results(hash, 30, noon)).toEqual({ authorized: 10, rate_limited: 20 });
});

test("old windows are removed at once when 16 are old, and the one before the current is not", async () => {
  const hash = await hashOfNewKey("pro");
  const at = (index: number) => noon + index * minute;
  for (let index = 0; index < 16; index += 1) await authorizer.authorize(hash, at(index));
  // A full minute, during which 15 windows are old: one too few.
  expect(await results(hash, 60, at(16))).toEqual({ authorized: 60 });
  expect(await storedWindows(hash)).toHaveLength(17 + 1);
  await authorizer.authorize(hash, at(17));
  expect(await storedWindows(hash)).toEqual([
    `hour:${noon / hour}`,
    `minute:${at(16) / minute}`,
    `minute:${at(17) / minute}`,
  ]);
  // An instance whose clock is a minute behind is in the last millisecond of the full minute.
  expect(await results(hash, 3, at(17) - 1)).toEqual({ rate_limited: 3 });
  expect(await results(hash, 60, at(17))).toEqual({ authorized: 59, rate_limited: 1 });
});

test("the hour before the current stays when old windows are removed", async () => {
  const hash = await hashOfNewKey("pro");
  for (let index = 0; index <= 9; index += 1) {
    await authorizer.authorize(hash, noon + index * hour);
  }
  expect(await storedWindows(hash)).toEqual([
    `hour:${noon / hour + 8}`,
    `hour:${noon / hour + 9}`,
    `minute:${(noon + 9 * hour) / minute}`,
  ]);
  const behind = await authorizer.authorize(hash, noon + 9 * hour - 1);
  expect(behind).toMatchObject({ rateLimit: { hour: { remaining: 998 } } });
});

test("over days of use the item of a key stays within one write unit", async () => {
  const hash = await hashOfNewKey("pro");
  for (let index = 0; index < 40; index += 1) {
    expect((await authorizer.authorize(hash, noon + index * 97 * minute)).result).toBe(
      "authorized",
    );
  }
  expect(JSON.stringify(await storedKey(client, hash)).length).toBeLessThan(1_024);
});

async function storedWindows(hash: string): Promise<string[]> {
  const names = Object.keys((await storedKey(client, hash)) ?? {});
  return names.filter((name) => /^(minute|hour):/.test(name)).sort();
}

async function storedKey(dynamodb: DynamoDBClient, hash: string) {
  const stored = new GetItemCommand({
    TableName: outputs.ApiKeysTable,
    Key: { keyHash: { S: hash } },
    ConsistentRead: true,
  });
  return (await dynamodb.send(stored)).Item;
}
