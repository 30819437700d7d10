import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";

// What get-counter asks of DynamoDB and nothing around it: no check of the key, no parsing, no
// headers, no log. BARE_REQUESTS holds the inputs of both calls, as get-counter made them.
const client = dynamodbClient();
const { update, get } = JSON.parse(process.env.BARE_REQUESTS ?? "");

export async function handler() {
  const [, { Item }] = await Promise.all([
    client.send(new UpdateItemCommand(update)),
    client.send(new GetItemCommand(get)),
  ]);
  return { statusCode: 200, body: JSON.stringify(Item) };
}
