import { Lazy } from "aws-cdk-lib";
import { tableDescription } from "../../core/tables.ts";
import type { ServiceFunction } from "./service-function.ts";
import { tableOf } from "./tables.ts";

type Grantee = ServiceFunction<never>;

/**
 * Grants updates of these attributes alone, the key's among them, that return no items: `UpdateItem` can
 * return all of an item, whatever attributes it names. A part of a transaction has no such parameter, and
 * so perhaps no such key; an `UpdateItem` without the parameter returns nothing. What a failed condition of a
 * part returns (`ReturnValuesOnConditionCheckFailure`) no documented key limits.
 */
export function grantUpdating(
  writer: Grantee,
  tableArn: string,
  { attributes, returned = [] }: { attributes: string[]; returned?: "ALL_OLD"[] },
): void {
  const conditions = {
    ...onlyAttributes(writer, tableArn, attributes),
    StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", ...returned] },
  };
  writer.grantIf(conditions, tableArn, "dynamodb:UpdateItem");
}

/** Grants reads that ask for these attributes alone, the key's among them. */
export function grantReading(
  reader: Grantee,
  tableArn: string,
  { attributes, action = "dynamodb:GetItem" }: { attributes: string[]; action?: string },
): void {
  const conditions = {
    ...onlyAttributes(reader, tableArn, attributes),
    StringEqualsIfExists: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
  };
  reader.grantIf(conditions, tableArn, action);
}

/**
 * Grants queries of a table's index. The function's other conditions on attributes of the table then list
 * the index's keys, too: a policy must name the keys of "any secondary indexes that are listed in the
 * policy", or else "DynamoDB can't use these key attributes to perform the requested action".
 */
export function grantIndex(
  reader: Grantee,
  name: "organizations" | "deliveries" | "notices" | "webhookEndpoints",
): void {
  const { tableArn } = tableOf(reader, name);
  const { partitionKey, index } = tableDescription(name);
  if (index === undefined) throw new Error(`the table ${name} has no index`);
  reader.grant(`${tableArn}/index/${index.name}`, "dynamodb:Query");
  reader.indexKeys.set(tableArn, [index.partitionKey ?? partitionKey, index.sortKey]);
}

/**
 * A condition of IAM: the call reads or writes no other attributes than these. DynamoDB counts an
 * item's key among them. "Using IAM policy conditions for fine-grained access control" in the
 * DynamoDB developer guide.
 */
function onlyAttributes({ indexKeys }: Grantee, tableArn: string, attributes: string[]) {
  // An index may be granted later.
  const list = () => [...new Set([...attributes, ...(indexKeys.get(tableArn) ?? [])])];
  return { "ForAllValues:StringEquals": { "dynamodb:Attributes": Lazy.list({ produce: list }) } };
}
