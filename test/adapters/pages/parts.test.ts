import { globSync, readFileSync } from "node:fs";
import { DeleteItemCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, test } from "vitest";
import {
  batchGet,
  batchGetBytes,
  gatheredReads,
} from "../../../adapters/aws/dynamodb-batch-get.ts";
import { GatheredInserts } from "../../../adapters/aws/dynamodb-batch-insert.ts";
import { batchWrite } from "../../../adapters/aws/dynamodb-batch-write.ts";
import { removeSomeOf } from "../../../adapters/aws/dynamodb-removal.ts";
import { removeMessages, showMessages } from "../../../adapters/aws/sqs-messages.ts";
import { partRemovals } from "../../../adapters/data/deletion/part-removals.ts";
import { dynamodbExport } from "../../../adapters/data/dynamodb-export.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { client, clients, outputs, tables } from "../../system/service.ts";
import { recordedSqs } from "../recorded-sqs.ts";
import { pagingClient } from "./paging-client.ts";
import { gathered } from "./read-items.ts";
import { troubledClient, troubles } from "./troubled-client.ts";

// The second life of every loop over parts: all are done when one of them goes otherwise.

const tableName = tables.countMarks;
const putOf = (item: object) => ({ PutRequest: { Item: marshall(item) } });

/** So many items of a partition of their own. */
function itemsOf(count: number) {
  const targetKey = `org_${randomBase62(20)}`;
  const keys = Array.from({ length: count }, (_, index) => ({
    ...{ targetKey, mark: `hour#${String(index).padStart(3, "0")}` },
  }));
  const partition = { tableName, partitionKey: "targetKey", sortKey: "mark", value: targetKey };
  const wanted = keys.map((key) => ({ tableName, key: marshall(key) }));
  const put = () => batchWrite(client, tableName, keys.map(putOf));
  const stored = async () => (await batchGet(client, wanted)).get(tableName)?.length ?? 0;
  return { keys, partition, wanted, put, stored };
}

/** What is only read is written once. */
const many = (async () => {
  const items = itemsOf(210);
  await items.put();
  return items;
})();
const embeds = embedsOf(210);

/** Each does three parts with the client; returns how many of `count` items it has done. */
const loops: Record<string, (through: DynamoDBClient) => Promise<{ done: number; of: number }>> = {
  async "aws/dynamodb-batch-write.ts writes"(through) {
    const { keys, stored } = itemsOf(60);
    await batchWrite(through, tableName, keys.map(putOf));
    return { done: await stored(), of: 60 };
  },
  async "aws/dynamodb-removal.ts removes"(through) {
    const { partition, put, stored } = itemsOf(60);
    await put();
    expect(await removeSomeOf(through, partition)).toEqual({ removed: 60, done: true });
    return { done: 60 - (await stored()), of: 60 };
  },
  async "aws/dynamodb-batch-insert.ts inserts"(through) {
    const { wanted, stored } = itemsOf(60);
    const inserts = new GatheredInserts(through);
    const begun = Promise.resolve();
    const insert = (one: (typeof wanted)[number]) => inserts.insert({ ...one, item: one.key });
    const inserted = wanted.map((one) => inserts.during(() => begun.then(() => insert(one))));
    for (const { result } of await Promise.all(inserted)) expect(result).toBe("inserted");
    return { done: await stored(), of: 60 };
  },
  async "aws/dynamodb-batch-get.ts reads"(through) {
    const { wanted } = await many;
    const found = (await batchGet(through, wanted)).get(tableName) ?? [];
    return { done: new Set(found.map(({ mark }) => mark?.S)).size, of: found.length };
  },
  async "aws/dynamodb-batch-get.ts reads bytes"(through) {
    const { wanted } = await many;
    const found: { mark: { S: string } }[] = [];
    const keys = wanted.map(({ key }) => key);
    await batchGetBytes(through, { tableName, keys }, ({ bytes, start, end }) => {
      found.push(...JSON.parse(`[${bytes.toString("utf8", start, end)}`));
    });
    expect(new Set(found.map(({ mark }) => mark.S)).size).toBe(found.length);
    return { done: found.length, of: 210 };
  },
  async "aws/dynamodb-batch-get.ts reads what is asked for together"(through) {
    const wanted = (await many).wanted.slice(0, 110);
    const read = gatheredReads(through);
    const found = await Promise.all(wanted.map((one) => read(one.tableName, one.key)));
    expect(found.map((item) => item?.mark?.S)).toEqual(wanted.map(({ key }) => key.mark?.S));
    return { done: found.length, of: 110 };
  },
  async "data/dynamodb-export.ts exports embeds"(through) {
    const ids = await embeds;
    const exports = dynamodbExport({ clients: { ...clients, dynamodb: through }, outputs });
    const found = await gathered(exports.embeds(ids.organizationId));
    return { done: new Set(found.map(({ sessionId }) => sessionId?.S)).size, of: found.length };
  },
};

async function embedsOf(count: number) {
  const organizationId = `org_${randomBase62(20)}`;
  const sessionIds = Array.from({ length: count }, (_, index) => `${organizationId}${index}`);
  const list = { sessionId: organizationId, sessionIds: new Set(sessionIds) };
  const items = [...sessionIds.map((sessionId) => ({ sessionId })), list];
  await batchWrite(client, tables.embedSessions, items.map(putOf));
  return { organizationId };
}

describe.each(Object.entries(loops))("%s", (_, loop) => {
  test.each(troubles)(
    "does all when DynamoDB %s of the first, the second or the third",
    async (trouble) => {
      for (const part of [1, 2, 3]) {
        const through = troubledClient(part, trouble);
        const { done, of } = await loop(through);
        through.destroy();
        expect(done, `part ${part}`).toBe(of);
        expect(of).toBeGreaterThan(50);
      }
    },
  );
});

test.each([
  ["removes", removeMessages],
  ["shows", showMessages],
])("SQS %s each of 25 messages, whichever of them it refuses at first", async (_, change) => {
  const messages = Array.from({ length: 25 }, (_, index) => ({ receiptHandle: `${index}` }));
  for (const part of [1, 2, 3]) {
    const { sqs, calls } = await recordedSqs({
      refuses: (_, { Id }) => calls.length === part && Id === "1",
    });
    await change(sqs, "any", messages);
    const sizes = calls.map(({ request }) => request.Entries.length);
    expect(sizes).toEqual([10, 10, 5].toSpliced(part, 0, 1));
  }
});

test("a step of a removal is done when nothing is left, and a page ends no removal", async () => {
  for (const request of [1, 7, 30, 31]) {
    const { partition, put, stored } = itemsOf(30);
    await put();
    const through = pagingClient(request);
    for (let steps = 1; !(await removeSomeOf(through, partition)).done; steps += 1) {
      expect(steps).toBeLessThan(32);
    }
    expect(await stored()).toBe(0);
  }
});

test.each(["counters", "groups"] as const)(
  "%s go to the last, however many a step finds",
  async (part) => {
    const organizationId = `org_${randomBase62(20)}`;
    const own = part === "counters" ? "counterId" : "groupId";
    const table = part === "counters" ? tables.counters : tables.counterGroups;
    for (const request of [1, 2, 5, 6]) {
      const keys = Array.from({ length: 5 }, (_, index) => ({ organizationId, [own]: `${index}` }));
      const startedAt = new Date().toISOString();
      const deletion = { organizationId, name: "Zoo", startedAt, endpointIds: [] };
      await batchWrite(client, tables.organizationDeletions, [putOf(deletion)]);
      await batchWrite(client, table, keys.map(putOf));
      const removals = partRemovals(pagingClient(request), tables);
      let removed = 0;
      for (let done = false; !done; ) {
        const step = await removals[part](deletion);
        removed += step.removed;
        done = step.done;
      }
      expect(removed, `${request} at a time`).toBe(5);
    }
    // It would be listed as unfinished.
    const key = { TableName: tables.organizationDeletions, Key: marshall({ organizationId }) };
    await client.send(new DeleteItemCommand(key));
  },
);

test("every loop over parts is in the list above", () => {
  const loopsOverParts = /start \+= |\.slice\(0, (batch|maximum)\w+\)/;
  const found = globSync("adapters/**/*.ts").filter((file) =>
    loopsOverParts.test(readFileSync(file, "utf8")),
  );
  const listed = Object.keys(loops).map((name) => `adapters/${name.split(" ")[0]}`);
  const others = ["aws/sqs-messages.ts", "operations/stack-state.ts"].map(
    (name) => `adapters/${name}`,
  );
  expect(found.toSorted()).toEqual([...new Set([...listed, ...others])].toSorted());
});
