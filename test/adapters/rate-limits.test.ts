import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { limitItem, type RateLimit, tapLimit } from "../../core/rate-limits.ts";
import { client, outputs, tables } from "../system/service.ts";

// Not over yet: what has expired is removed.
const noon = Date.UTC(2040, 0, 1, 12);
const ten: RateLimit = { what: "sign_in", perMinute: 10 };

function limitsAt(nowMs: number) {
  return dynamodbRateLimits(client, tables, { now: () => nowMs });
}

test("of parallel uses exactly the limit is allowed, and the next minute begins anew", async () => {
  const caller = randomBase62(20);
  const uses = Array.from({ length: 25 }, () => limitsAt(noon).use(ten, caller));
  const results = (await Promise.all(uses)).map(({ result }) => result);
  expect(results.filter((result) => result === "allowed")).toHaveLength(10);
  expect(await limitsAt(noon + 59_000).use(ten, caller)).toEqual({
    result: "limited",
    remaining: 0,
    resetSeconds: 1,
  });
  expect(await limitsAt(noon + 60_000).use(ten, caller)).toMatchObject({ remaining: 9 });
});

test("uses that do not fit together are not counted at all", async () => {
  const caller = randomBase62(20);
  const { use } = limitsAt(noon);
  expect(await use(tapLimit, caller, 5_990)).toMatchObject({ result: "allowed", remaining: 10 });
  expect(await use(tapLimit, caller, 11)).toMatchObject({ result: "limited", remaining: 10 });
  expect(await use(tapLimit, caller, 10)).toMatchObject({ result: "allowed", remaining: 0 });
});

test("the item of a minute goes by itself", async () => {
  const caller = randomBase62(20);
  await limitsAt(noon).use(ten, caller);
  const { limitKey, expiresAt } = limitItem(ten, caller, noon);
  const { Item } = await client.send(
    new GetItemCommand({ TableName: outputs.RateLimitsTable, Key: { limitKey: { S: limitKey } } }),
  );
  expect(Item?.expiresAt).toEqual({ N: String(expiresAt) });
});

test("one person's uses are not another's", async () => {
  const { use } = limitsAt(noon);
  const [one, other] = [randomBase62(20), randomBase62(20)];
  await use(ten, one, 10);
  expect(await use(ten, other)).toMatchObject({ result: "allowed", remaining: 9 });
});
