import { type AccessControl, type Denial, jsonDenials } from "../../iam/access-control.ts";
import { dynamodbRequests, type TableKeys } from "../../iam/requests/dynamodb-requests.ts";
import { type DynamodbResponse, type DynamodbStep, serializationError } from "./dynamodb-steps.ts";
import type { TableSpec } from "./tables.ts";

/** Refuses what the caller's role does not allow, as DynamoDB does. */
export function dynamodbAccess(access: AccessControl, tables: readonly TableSpec[]): DynamodbStep {
  const keys = new Map(tables.map((table) => [table.name, keysOf(table)]));
  return ({ accessKey, operation, input }) => {
    if (!access.isLimited(accessKey)) {
      const stranger = access.refuseStranger(accessKey);
      return stranger && { respond: denied(stranger) };
    }
    if (input === undefined) return { respond: serializationError("The body is not JSON.") };
    const requests = dynamodbRequests(operation, input, (table) => keys.get(table));
    const denial = requests
      ? access.refuse(accessKey, requests)
      : access.refuseUnknown(accessKey, `dynamodb:${operation}`);
    return denial && { respond: denied(denial) };
  };
}

function denied({ reason, message }: Denial): DynamodbResponse {
  const __type = `com.amazon.coral.service#${jsonDenials[reason]}`;
  return { status: 400, body: { __type, Message: message } };
}

function keysOf({ definition }: TableSpec): TableKeys {
  const { KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes } = definition;
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes];
  return {
    table: names(KeySchema),
    indexes: new Map(indexes.map((index) => [index.IndexName, names(index.KeySchema)])),
  };
}

/** The partition key first, whatever the order in the template. */
function names(schema: TableSpec["definition"]["KeySchema"]): string[] {
  const ordered = schema.toSorted((a, b) => a.KeyType.localeCompare(b.KeyType));
  return ordered.map(({ AttributeName }) => AttributeName);
}
