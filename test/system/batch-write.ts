import { BatchWriteItemCommand, type WriteRequest } from "@aws-sdk/client-dynamodb";
import { client } from "./service.ts";

/** Writes up to 25 items, which DynamoDB may do in several calls. */
export async function writeBatch(tableName: string, requests: WriteRequest[]): Promise<void> {
  for (let left = requests; left.length > 0; ) {
    const command = new BatchWriteItemCommand({ RequestItems: { [tableName]: left } });
    left = (await client.send(command)).UnprocessedItems?.[tableName] ?? [];
  }
}
