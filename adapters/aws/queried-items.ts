import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import { abortOptions } from "./dynamodb-client.ts";

/** The items of all pages of a query; with `Limit`, so many at most. */
export async function queriedItems(
  client: DynamoDBClient,
  input: QueryCommandInput,
  signal?: AbortSignal,
): Promise<Record<string, AttributeValue>[]> {
  const { Limit: most = Number.POSITIVE_INFINITY } = input;
  const items: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, input, abortOptions(signal))) {
    items.push(...Items);
    if (items.length >= most) break;
  }
  return items.slice(0, most);
}
