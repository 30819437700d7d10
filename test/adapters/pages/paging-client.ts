import type { QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { endpoint } from "../../system/service.ts";

/**
 * A client of a DynamoDB in which so few items make a full page of 1 MB. What `between` does happens
 * before each page but the first.
 */
export function pagingClient(items: number, between: () => Promise<unknown> = async () => {}) {
  const client = localDynamodbClient(endpoint);
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (call) => {
        if (commandName !== "QueryCommand" && commandName !== "ScanCommand") return next(call);
        const input = call.input as QueryCommandInput;
        if (input.ExclusiveStartKey !== undefined) await between();
        const Limit = Math.min(input.Limit ?? items, items);
        return await next({ ...call, input: { ...input, Limit } } as typeof call);
      },
    { step: "initialize" },
  );
  return client;
}
