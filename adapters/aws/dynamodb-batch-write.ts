import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { systemClock } from "../system-clock.ts";

/** The most items of one BatchWriteItem. */
const batchSize = 25;

/** Puts and deletes items of a table outside of transactions: each write may be repeated. */
export async function batchWrite(
  client: DynamoDBClient,
  tableName: string,
  requests: WriteRequest[],
): Promise<void> {
  for (let start = 0; start < requests.length; start += batchSize) {
    let left: WriteRequest[] = requests.slice(start, start + batchSize);
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const command = new BatchWriteItemCommand({ RequestItems: { [tableName]: left } });
      const { UnprocessedItems = {} } = await client.send(command);
      left = UnprocessedItems[tableName] ?? [];
      if (left.length > 0) await systemClock.backOff(attempt);
    }
  }
}
