import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";

// One GetItem and nothing around it. BARE_GET holds its input.
const client = dynamodbClient();
const input = JSON.parse(process.env.BARE_GET ?? "");

export async function handler() {
  const { Item } = await client.send(new GetItemCommand(input));
  return { statusCode: 200, body: JSON.stringify(Item) };
}
