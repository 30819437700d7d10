import { GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { dynamodbTurns } from "../../../adapters/counters/dynamodb-turns.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { client, outputs, tables } from "../../system/service.ts";

const turns = dynamodbTurns(client, tables);
// Not over yet: what has expired is removed.
const nowMs = Date.UTC(2040, 0, 1, 6);

function newKey() {
  return { organizationId: `org_${randomBase62(10)}`, counterId: `ctr_${randomBase62(10)}` };
}

function turnAt(nowMs: number, lengthMs = 20) {
  return { nowMs, lengthMs, latestMs: nowMs + 750 };
}

test("of many who ask at once everybody who gets a turn has one of their own", async () => {
  const key = newKey();
  const asked = Array.from({ length: 12 }, () => turns.reserve(key, turnAt(nowMs)));
  const given = (await Promise.all(asked)).flatMap((turn) => turn?.beginsMs ?? []);
  expect(given.sort((a, b) => a - b)).toEqual(given.map((_, index) => nowMs + index * 20));
  expect(given.length).toBeGreaterThan(0);
});

test("a turn begins when the one before it ends, and at once when that is long ago", async () => {
  const key = newKey();
  const turn = async (atMs: number, lengthMs: number) =>
    await turns.reserve(key, turnAt(nowMs + atMs, lengthMs));
  expect(await turn(0, 30)).toEqual({ beginsMs: nowMs });
  expect(await turn(10, 50)).toEqual({ beginsMs: nowMs + 30, beforeMs: nowMs });
  expect(await turn(80, 20)).toEqual({ beginsMs: nowMs + 80, beforeMs: nowMs + 30 });
  expect(await turn(5_000, 20)).toEqual({ beginsMs: nowMs + 5_000 });
});

test("the line has an end, and each counter has its own", async () => {
  const key = newKey();
  expect(await turns.reserve(key, turnAt(nowMs, 751))).toMatchObject({ beginsMs: nowMs });
  expect(await turns.reserve(key, turnAt(nowMs))).toBeUndefined();
  expect(await turns.reserve(key, turnAt(nowMs + 1))).toMatchObject({ beginsMs: nowMs + 751 });
  expect(await turns.reserve(newKey(), turnAt(nowMs))).toMatchObject({ beginsMs: nowMs });
});

test("after a turn of release 0.4.0, which stored its end only, nobody waits for a write", async () => {
  const key = newKey();
  const endsMs = nowMs + 30;
  await client.send(
    new PutItemCommand({
      TableName: outputs.RateLimitsTable,
      Item: {
        limitKey: { S: `turn:${key.organizationId}/${key.counterId}` },
        endsMs: { N: String(endsMs) },
      },
    }),
  );
  const turn = await turns.reserve(key, turnAt(nowMs, 20));
  expect(turn).toEqual({ beginsMs: endsMs, beforeMs: 0 });
  const next = await turns.reserve(key, turnAt(nowMs, 20));
  expect(next).toEqual({ beginsMs: endsMs + 20, beforeMs: endsMs });
});

test("the item of a counter goes by itself", async () => {
  const key = newKey();
  await turns.reserve(key, turnAt(nowMs));
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: outputs.RateLimitsTable,
      Key: { limitKey: { S: `turn:${key.organizationId}/${key.counterId}` } },
    }),
  );
  expect(Item?.expiresAt).toEqual({ N: String(Math.ceil((nowMs + 750) / 1_000) + 600) });
});
