import { tableArn } from "../../template/arns.ts";
import { contextOf } from "../condition-keys.ts";
import type { AccessRequest } from "../evaluation.ts";
import {
  demandedValue,
  type ExpressionHolder,
  listOf,
  namedAttributes,
  objectOf,
} from "./dynamodb-expressions.ts";

/** The attributes of a table's key and of its indexes' keys, the partition key first. */
export interface TableKeys {
  table: readonly string[];
  indexes: ReadonlyMap<string, readonly string[]>;
}

/** What a request to DynamoDB must be allowed; undefined for an operation that is not known here. */
export function dynamodbRequests(
  operation: string,
  input: ExpressionHolder,
  keysOf: (table: string) => TableKeys | undefined,
): AccessRequest[] | undefined {
  const request = (action: string, part: ExpressionHolder, more: ExpressionHolder = {}) =>
    accessRequest(
      { action, part: { ReturnConsumedCapacity: input.ReturnConsumedCapacity, ...part } },
      keysOf,
      more,
    );
  switch (operation) {
    case "GetItem":
    case "PutItem":
    case "UpdateItem":
    case "DeleteItem":
    case "Query":
    case "Scan":
      return [request(operation, input)];
    case "BatchGetItem":
      return Object.entries(objectOf(input.RequestItems)).flatMap(([TableName, asked]) => {
        const { Keys, ...shared } = objectOf(asked);
        return asList(Keys).map((Key) => request(operation, { ...shared, TableName, Key }));
      });
    case "BatchWriteItem":
      return Object.entries(objectOf(input.RequestItems)).flatMap(([TableName, writes]) =>
        asList(writes).map((write) => {
          const { PutRequest, DeleteRequest } = objectOf(write);
          const part = { ...objectOf(PutRequest), ...objectOf(DeleteRequest) };
          return request(operation, { ...part, TableName });
        }),
      );
    case "TransactGetItems":
    case "TransactWriteItems":
      return asList(input.TransactItems).flatMap((item) =>
        Object.entries(objectOf(item)).map(([kind, part]) => {
          const action = kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`;
          return request(action, objectOf(part), { EnclosingOperation: operation });
        }),
      );
    case "BatchExecuteStatement":
      return statementRequests(input);
    case "DescribeTable":
    case "DescribeTimeToLive":
      return [{ action: `dynamodb:${operation}`, resource: resourceOf(input), context: {} }];
    default:
      return undefined;
  }
}

/**
 * One for each PartiQL insert, without condition keys: AWS documents the actions, but not what the keys
 * hold. Undefined if a statement is of another kind.
 */
function statementRequests({ Statements }: ExpressionHolder): AccessRequest[] | undefined {
  const tables = asList(Statements).map((statement) => {
    const text = String(objectOf(statement).Statement);
    return /^\s*INSERT\s+INTO\s+"([^"]+)"/i.exec(text)?.[1];
  });
  if (tables.includes(undefined)) return undefined;
  return tables.map((TableName) => {
    const resource = resourceOf({ TableName });
    return { action: "dynamodb:PartiQLInsert", resource, context: {} };
  });
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const reads = ["GetItem", "BatchGetItem", "Query", "Scan"];
const writes = ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"];

function accessRequest(
  { action, part }: { action: string; part: ExpressionHolder },
  keysOf: (table: string) => TableKeys | undefined,
  { EnclosingOperation }: ExpressionHolder,
): AccessRequest {
  const keys = keysOf(tableName(part));
  const indexKey = keys?.indexes.get(String(part.IndexName)) ?? [];
  const [partitionKey] = part.IndexName === undefined ? (keys?.table ?? []) : indexKey;
  return {
    action: `dynamodb:${action}`,
    resource: resourceOf(part),
    context: contextOf({
      "dynamodb:Attributes": [
        ...new Set([...(keys?.table ?? []), ...indexKey, ...attributesOf(part)]),
      ],
      "dynamodb:LeadingKeys": leadingKey(part, partitionKey),
      "dynamodb:Select": reads.includes(action) ? selectOf(part) : undefined,
      "dynamodb:ReturnValues": writes.includes(action)
        ? returnedOf(part, EnclosingOperation !== undefined)
        : undefined,
      "dynamodb:ReturnConsumedCapacity": String(part.ReturnConsumedCapacity ?? "NONE"),
      "dynamodb:EnclosingOperation":
        EnclosingOperation === undefined ? undefined : String(EnclosingOperation),
    }),
  };
}

function tableName({ TableName }: ExpressionHolder): string {
  return String(TableName).replace(/^arn:.*:table\//, "");
}

function resourceOf(part: ExpressionHolder): string {
  const table = tableArn(tableName(part));
  return part.IndexName === undefined ? table : `${table}/index/${part.IndexName}`;
}

/**
 * The attributes that a request names. AWS documents those of expressions, and that policies must list
 * the keys; that a key to start from counts as well is the stricter reading.
 */
function attributesOf(part: ExpressionHolder): string[] {
  const { Key, Item, ExclusiveStartKey } = part;
  const named = [Key, Item, ExclusiveStartKey].flatMap((value) => Object.keys(objectOf(value)));
  return [...named, ...namedAttributes(part)];
}

function leadingKey(part: ExpressionHolder, partitionKey: string | undefined): string | undefined {
  if (partitionKey === undefined) return undefined;
  const item = { ...objectOf(part.Item), ...objectOf(part.Key) };
  const value = item[partitionKey] ?? demandedValue(part, partitionKey);
  const [text] = Object.values(objectOf(value));
  return text === undefined ? undefined : String(text);
}

/** "The Select parameter always has a value." */
function selectOf(part: ExpressionHolder): string {
  if (part.Select !== undefined) return String(part.Select);
  const projects =
    part.ProjectionExpression !== undefined || listOf(part.AttributesToGet).length > 0;
  if (projects) return "SPECIFIC_ATTRIBUTES";
  return part.IndexName === undefined ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES";
}

/**
 * "The ReturnValues parameter always has a value", but the parts of a transaction have no such parameter:
 * that they have no such key either is the stricter reading. So is that an item which is returned because
 * its condition failed counts as well: it returns all of it.
 */
function returnedOf(part: ExpressionHolder, isTransaction: boolean): string | undefined {
  if (part.ReturnValuesOnConditionCheckFailure === "ALL_OLD") return "ALL_OLD";
  return isTransaction ? undefined : String(part.ReturnValues ?? "NONE");
}
