import { paginateQuery, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";

// The Query that list-counters makes, page by page, and nothing made of the items. BARE_QUERY holds
// its input.
const client = dynamodbClient();
const query: QueryCommandInput = JSON.parse(process.env.BARE_QUERY ?? "");

export async function handler() {
  let items = 0;
  for await (const { Items = [] } of paginateQuery({ client }, { ...query })) items += Items.length;
  return { statusCode: 200, body: String(items) };
}
