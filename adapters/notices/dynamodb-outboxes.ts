import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import { newOutbox, Outbox, type OutboxKey, outboxDays } from "../../core/notices/outbox.ts";
import type { Outboxes } from "../../core/notices/tell-people.ts";
import { type Tables, tables } from "../../core/tables.ts";
import { parseItem, revisedPut } from "../aws/dynamodb-items.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { organizationCheck } from "../organization-check.ts";

/** The partition of the index with outboxes: only what waits for longer is in it. */
const dueIndex = "due";

export function dynamodbOutboxes(
  client: DynamoDBClient,
  { notices, organizations }: Tables<"notices" | "organizations">,
  clock: Clock,
): Outboxes {
  async function get({ organizationId, recipientId }: OutboxKey): Promise<Outbox | undefined> {
    const Key = marshall({ organizationId, recipientId });
    const { Item } = await client.send(
      new GetItemCommand({ TableName: notices, Key, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : parseItem(OutboxItem, Item);
  }

  async function put(outbox: Outbox): Promise<"written" | "canceled"> {
    // The first one of a person: an organization that was deleted meanwhile gets nothing new.
    const check: TransactWriteItem[] =
      outbox.revision === 0 ? [organizationCheck(organizations, outbox.organizationId)] : [];
    // A transaction, for its token: a lost response must not look as if another one had sent.
    return (await transact(client, [...check, revisedPut(notices, itemOf(outbox, clock.now()))]))
      .result;
  }

  return {
    async change(key, decide) {
      const contention = { attempts: 20, what: `the outbox of ${key.recipientId}` };
      return await retryConflicts(clock, contention, async () => {
        const before = (await get(key)) ?? newOutbox(key);
        const decided = decide(before);
        if (decided.outbox === before) return decided;
        return (await put(decided.outbox)) === "written" ? decided : conflict;
      });
    },
  };
}

/** The outboxes in which something is due, the earliest first. */
export function dynamodbDueOutboxes(client: DynamoDBClient, tableNames: Tables<"notices">) {
  return (nowMs: number, most: number): Promise<OutboxKey[]> =>
    dueKeys(client, tableNames, { dueIndex, nowMs, most });
}

/** The keys of a partition of the index that are due. */
export async function dueKeys(
  client: DynamoDBClient,
  tableNames: Tables<"notices">,
  wanted: { dueIndex: string; nowMs: number; most: number },
): Promise<OutboxKey[]> {
  const items = await queriedItems(client, {
    TableName: tableNames.notices,
    IndexName: tables.notices.index.name,
    KeyConditionExpression: "dueIndex = :due AND dueAt <= :now",
    ExpressionAttributeValues: marshall({ ":due": wanted.dueIndex, ":now": isoOf(wanted.nowMs) }),
    Limit: wanted.most,
  });
  return items.map((item) => parseItem(KeyItem, item));
}

const KeyItem = Outbox.pick({ organizationId: true, recipientId: true });

const OutboxItem = Outbox.omit({ dueAtMs: true })
  .extend({ dueAt: z.iso.datetime().exactOptional() })
  .transform(
    ({ dueAt, ...outbox }): Outbox => ({
      ...outbox,
      ...(dueAt !== undefined && { dueAtMs: Date.parse(dueAt) }),
    }),
  );

function itemOf({ dueAtMs, ...outbox }: Outbox, nowMs: number) {
  return {
    ...outbox,
    ...(dueAtMs !== undefined && { dueIndex, dueAt: isoOf(dueAtMs) }),
    expiresAt: Math.ceil(nowMs / 1_000) + outboxDays * 86_400,
  };
}

const isoOf = (timeMs: number) => new Date(timeMs).toISOString();
