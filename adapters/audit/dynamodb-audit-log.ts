import {
  type AttributeValue,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { AuditEntry, auditExpiresAt } from "../../core/audit/audit-entry.ts";
import type { AuditLog, AuditQuery } from "../../core/audit/audit-log.ts";
import { parseItem } from "../aws/dynamodb-items.ts";

export function dynamodbAuditLog(client: DynamoDBClient, tableName: string): AuditLog {
  return {
    async record(entry) {
      await client.send(new PutItemCommand({ TableName: tableName, Item: itemOf(entry) }));
    },

    async list({ organizationId, sinceMs = 0, from, limit }) {
      const since = new Date(sinceMs).toISOString();
      // DynamoDB refuses a start that lies outside of what is asked for.
      if (from !== undefined && from < since) return { entries: [], next: null };
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: "organizationId = :organizationId AND entryKey >= :since",
          ExpressionAttributeValues: marshall({
            ":organizationId": organizationId,
            ":since": since,
          }),
          ...(from !== undefined && { ExclusiveStartKey: startKey({ organizationId, from }) }),
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: limit,
        }),
      );
      const last = LastEvaluatedKey?.entryKey?.S;
      return { entries: Items.map(entryOf), next: last ?? null };
    },
  };
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

const EntryItem = AuditEntry.omit({ key: true }).extend({ entryKey: z.string() });

function entryOf(item: Record<string, AttributeValue>): AuditEntry {
  const { entryKey: key, ...entry } = parseItem(EntryItem, item);
  return { key, ...entry };
}
