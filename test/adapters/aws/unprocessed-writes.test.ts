import { expect, onTestFinished, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { removeSomeOf } from "../../../adapters/aws/dynamodb-removal.ts";
import { dynamodbMarkWriter } from "../../../adapters/counters/dynamodb-count-marks.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { client, outputs } from "../../system/service.ts";
import { faultProxy } from "../fault-proxy.ts";

const tableName = outputs.CountMarksTable;
const marks = dynamodbMarkWriter(client, { countMarks: tableName });

/** A client of a DynamoDB that processes no item of the first batches that it gets. */
async function reluctantClient(batches: number) {
  let left = batches;
  const proxy = await faultProxy(({ operation, input }) =>
    operation === "BatchWriteItem" && left-- > 0
      ? { answer: { UnprocessedItems: input.RequestItems } }
      : undefined,
  );
  const reluctant = localDynamodbClient(proxy.endpoint);
  onTestFinished(async () => {
    reluctant.destroy();
    await proxy.close();
  });
  return reluctant;
}

/** A target of its own, and marks of 30 of its hours: more than a batch. */
function hours() {
  const target = { organizationId: `org_${randomBase62(12)}`, targetId: "any" };
  const starts = Array.from({ length: 30 }, (_, hour) =>
    new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  );
  const counts = { level: 1n, ups: 1n, downs: 0n, late: 0, position: 1 };
  const all = starts.map((at) => ({ resolution: "hour" as const, at, ...counts }));
  const stored = async () => [...(await marks.positions(target, "hour")).keys()];
  return { target, starts, all, stored };
}

test("marks that DynamoDB leaves unprocessed are written and deleted all the same", async () => {
  const { target, starts, all, stored } = hours();
  await dynamodbMarkWriter(await reluctantClient(2), { countMarks: tableName }).put(target, all);
  expect(await stored()).toEqual(starts);
  const writer = dynamodbMarkWriter(await reluctantClient(2), { countMarks: tableName });
  await writer.delete(target, "hour", starts.slice(1));
  expect(await stored()).toEqual(starts.slice(0, 1));
});

test("a removal is done when DynamoDB has removed what it left unprocessed, too", async () => {
  const { target, all, stored } = hours();
  await marks.put(target, all);
  const removed = await removeSomeOf(await reluctantClient(2), {
    tableName,
    partitionKey: "targetKey",
    sortKey: "mark",
    value: `${target.organizationId}/${target.targetId}`,
  });
  expect(removed).toEqual({ removed: 30, done: true });
  expect(await stored()).toEqual([]);
});
