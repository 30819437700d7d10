import {
  type AttributeValue,
  type DynamoDBClient,
  PutItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { AuditEntry, auditExpiresAt } from "../../core/audit/audit-entry.ts";
import type { AuditLog, AuditQuery } from "../../core/audit/audit-log.ts";
import type { Tables } from "../../core/tables.ts";
import { filteredPage } from "../aws/dynamodb-filtered-page.ts";
import { parseItem, StreamImage } from "../aws/dynamodb-items.ts";
import { readableItems } from "../aws/readable-items.ts";

export function dynamodbAuditLog(
  client: DynamoDBClient,
  { auditEntries: tableName }: Tables<"auditEntries">,
): AuditLog {
  return {
    async record(entry) {
      await client.send(new PutItemCommand({ TableName: tableName, Item: itemOf(entry) }));
    },

    async list(query) {
      const { organizationId, sinceMs = 0, untilMs, from, limit } = query;
      const since = new Date(sinceMs).toISOString();
      // An entry's key is its time and more: every entry of an earlier moment sorts before it.
      const until = untilMs === undefined ? endOfTime : new Date(untilMs).toISOString();
      // DynamoDB refuses a start that lies outside of what is asked for.
      if (since > until || (from !== undefined && from < since)) return { entries: [], next: null };
      const { condition, names, values } = filterOf(query);
      const startsAt = from !== undefined && from < until ? from : undefined;
      const { items, lastKey } = await filteredPage(
        client,
        {
          TableName: tableName,
          KeyConditionExpression:
            "organizationId = :organizationId AND entryKey BETWEEN :since AND :until",
          ExpressionAttributeValues: marshall({
            ":organizationId": organizationId,
            ":since": since,
            ":until": until,
            ...values,
          }),
          ...(condition !== undefined && {
            FilterExpression: condition,
            ExpressionAttributeNames: names,
          }),
          ...(startsAt !== undefined && {
            ExclusiveStartKey: startKey({ organizationId, from: startsAt }),
          }),
          ConsistentRead: true,
          ScanIndexForward: false,
        },
        { limit, keyAttributes: ["organizationId", "entryKey"] },
      );
      const entries = readableItems("auditEntries", items, entryOf);
      return { entries, next: lastKey?.entryKey?.S ?? null };
    },
  };
}

/** Sorts behind the time of every entry. */
const endOfTime = "9";

interface Filter {
  condition: string | undefined;
  names: Record<string, string>;
  values: Record<string, string>;
}

function filterOf({ actor, action }: Pick<AuditQuery, "actor" | "action">): Filter {
  const conditions: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, string> = {};
  if (actor !== undefined) {
    // Nobody finds an operator by the id of an access key, which members do not see.
    conditions.push(
      actor === "operator"
        ? "#actor.#kind = :operator"
        : "#actor.#id = :actor AND #actor.#kind <> :operator",
    );
    Object.assign(names, { "#actor": "actor", "#kind": "kind" });
    values[":operator"] = "operator";
    if (actor !== "operator") {
      names["#id"] = "id";
      values[":actor"] = actor;
    }
  }
  if (action !== undefined) {
    const isExact = action.includes(".");
    conditions.push(isExact ? "#action = :action" : "begins_with(#action, :action)");
    names["#action"] = "action";
    values[":action"] = isExact ? action : `${action}.`;
  }
  const condition = conditions.length === 0 ? undefined : conditions.join(" AND ");
  return { condition, names, values };
}

/** Writes the entry in the transaction of the change. */
export function auditPut(tableName: string, entry: AuditEntry): TransactWriteItem {
  return { Put: { TableName: tableName, Item: itemOf(entry) } };
}

function itemOf(entry: AuditEntry): Record<string, AttributeValue> {
  const { key: entryKey, ...stored } = entry;
  const item = { entryKey, ...stored, expiresAt: auditExpiresAt(entry) };
  return marshall(item, { removeUndefinedValues: true });
}

function startKey({ organizationId, from }: Required<Pick<AuditQuery, "organizationId" | "from">>) {
  return marshall({ organizationId, entryKey: from });
}

/** The entry in a stream's image; throws for any other image. */
export function auditEntryIn(image: unknown): AuditEntry {
  return entryOf(StreamImage.parse(image));
}

const EntryItem = AuditEntry.omit({ key: true }).extend({ entryKey: z.string() });

function entryOf(item: Record<string, AttributeValue>): AuditEntry {
  const { entryKey: key, ...entry } = parseItem(EntryItem, item);
  return { key, ...entry };
}
