import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  QueryCommand,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import { patientClock } from "../system-clock.ts";

type Item = Record<string, AttributeValue>;

/** One partition of a table, by the names of its keys. */
export interface Partition {
  tableName: string;
  partitionKey: string;
  sortKey: string;
  value: string;
}

/** The most items of one BatchWriteItem. */
const batchSize = 25;

/** Items that one step removes, unless it says otherwise. */
const stepSize = 400;

/** A partition takes 1,000 writes a second: more at once would only be throttled. */
const batchesAtOnce = 2;

/** Removes up to `limit` items of a partition; `done` when no more was found. */
export async function removeSomeOf(
  client: DynamoDBClient,
  { tableName, partitionKey, sortKey, value }: Partition,
  limit = stepSize,
): Promise<{ removed: number; done: boolean }> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "#partition = :value",
      ProjectionExpression: "#partition, #sort",
      ExpressionAttributeNames: { "#partition": partitionKey, "#sort": sortKey },
      ExpressionAttributeValues: { ":value": { S: value } },
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  await removeItems(client, tableName, Items);
  return { removed: Items.length, done: LastEvaluatedKey === undefined };
}

/** Removes the items with these keys, as far as there are any. */
export async function removeItems(
  client: DynamoDBClient,
  tableName: string,
  keys: Item[],
): Promise<void> {
  const batches: WriteRequest[][] = [];
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize);
    batches.push(batch.map((Key) => ({ DeleteRequest: { Key } })));
  }
  const write = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await writeBatch(client, tableName, batch);
    }
  };
  await allInOrder(Array.from({ length: batchesAtOnce }, write));
}

async function writeBatch(client: DynamoDBClient, tableName: string, batch: WriteRequest[]) {
  let left = batch;
  for (let attempt = 1; left.length > 0; ) {
    const unprocessed = await unprocessedOf(client, tableName, left);
    attempt = unprocessed.length < left.length ? 1 : attempt + 1;
    if (attempt > maximumAttempts) {
      throw new Error("DynamoDB processed nothing of a removal, again and again");
    }
    left = unprocessed;
    if (left.length > 0) await patientClock.backOff(attempt);
  }
}

/** After this many responses in a row that process nothing, some 5 s, the call fails. */
const maximumAttempts = 10;

async function unprocessedOf(client: DynamoDBClient, tableName: string, batch: WriteRequest[]) {
  try {
    const command = new BatchWriteItemCommand({ RequestItems: { [tableName]: batch } });
    return (await client.send(command)).UnprocessedItems?.[tableName] ?? [];
  } catch (error) {
    // Where it can process nothing at all, it throws.
    if (error instanceof DynamoDBServiceException && throttled.has(error.name)) return batch;
    throw error;
  }
}

const throttled = new Set(["ProvisionedThroughputExceededException", "ThrottlingException"]);
