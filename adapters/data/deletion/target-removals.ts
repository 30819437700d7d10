import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Deletion, Deletions } from "../../../core/data/deletion.ts";
import type { StandingTable, Tables } from "../../../core/tables.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { type Partition, removeSomeOf } from "../../aws/dynamodb-removal.ts";
import { besideTransactions, transact } from "../../aws/dynamodb-transaction.ts";
import { systemClock } from "../../system-clock.ts";
import { mapConcurrently } from "./concurrent-map.ts";

/** Every table that a deletion reads or empties. */
export type DeletionTables = Tables<
  Exclude<StandingTable, "idempotencyKeys" | "dataKeys" | "sessions" | "rateLimits">
> & { notices?: string | undefined };

export type RemoveSome = (deletion: Deletion) => ReturnType<Deletions["removeSome"]>;

/** How many counters or groups one transaction removes; what belongs to them is removed next. */
const stepSize = 16;

/** Of each table, of each of them, in one step: so that a step takes seconds at the most. */
const belongingsAtOnce = 100;

interface Targets {
  tableName: string;
  sortKey: "counterId" | "groupId";
  /** The attribute of the deletion that names those that are gone, and whose partitions are not. */
  pending: "pendingCounters" | "pendingGroups";
  partitions(organizationId: string, id: string): Partition[];
}

/**
 * Counters and groups with what belongs to them. Their own items go first, in one transaction with
 * their ids in the deletion: every count depends on its counter's item, so none is written later,
 * and whoever continues finds the ids.
 */
export function targetRemovals(
  client: DynamoDBClient,
  tables: DeletionTables,
): { counters: RemoveSome; groups: RemoveSome } {
  const of = (targets: Targets) => removalOf(client, tables.organizationDeletions, targets);
  const marksOf = (organizationId: string, id: string): Partition => ({
    ...{ tableName: tables.countMarks, partitionKey: "targetKey", sortKey: "mark" },
    value: `${organizationId}/${id}`,
  });
  return {
    counters: of({
      ...{ tableName: tables.counters, sortKey: "counterId", pending: "pendingCounters" },
      partitions: (organizationId, id) => [
        {
          ...{ tableName: tables.countEvents, partitionKey: "counterKey", sortKey: "lastEventId" },
          value: `${organizationId}/${id}`,
        },
        marksOf(organizationId, id),
        {
          ...{ tableName: tables.settingsChanges, partitionKey: "counterId", sortKey: "version" },
          value: id,
        },
      ],
    }),
    groups: of({
      ...{ tableName: tables.counterGroups, sortKey: "groupId", pending: "pendingGroups" },
      partitions: (organizationId, id) => [
        {
          ...{ tableName: tables.groupMembers, partitionKey: "groupKey", sortKey: "counterId" },
          value: `${organizationId}/${id}`,
        },
        marksOf(organizationId, id),
      ],
    }),
  };
}

function removalOf(client: DynamoDBClient, deletions: string, targets: Targets): RemoveSome {
  const { tableName, sortKey, pending } = targets;
  const keyOf = (organizationId: string) => marshall({ organizationId });

  /** Undefined where the deletion has been finished meanwhile. */
  async function pendingOf(organizationId: string): Promise<string[] | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: deletions,
        Key: keyOf(organizationId),
        ProjectionExpression: `organizationId, ${pending}`,
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : [...(parseItem(Pending, Item)[pending] ?? [])];
  }

  /** Removes the items of the next ones and returns their ids; undefined where none is left. */
  async function removeNext(organizationId: string): Promise<string[] | undefined> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "organizationId = :organizationId",
        ProjectionExpression: `organizationId, ${sortKey}`,
        ExpressionAttributeValues: { ":organizationId": { S: organizationId } },
        ConsistentRead: true,
        Limit: stepSize,
      }),
    );
    const ids = Items.flatMap((key) => key[sortKey]?.S ?? []);
    if (ids.length === 0) return undefined;
    const update = pendingUpdate(organizationId, "ADD", ids);
    const removals = Items.map((Key) => ({ Delete: { TableName: tableName, Key } }));
    const written = await transact(client, [{ Update: update }, ...removals]);
    if (written.result === "written") return ids;
    // A tap of this moment or another run was first: the next step looks again.
    await systemClock.backOff(conflicts);
    return [];
  }

  function pendingUpdate(organizationId: string, action: "ADD" | "DELETE", ids: string[]) {
    return {
      TableName: deletions,
      Key: keyOf(organizationId),
      UpdateExpression: `${action} ${pending} :ids`,
      // A run that is late must not bring back a deletion that has been finished.
      ConditionExpression: "attribute_exists(organizationId)",
      ExpressionAttributeValues: marshall({ ":ids": new Set(ids) }),
    };
  }

  async function removeBelongings(organizationId: string, id: string) {
    let removed = 0;
    let done = true;
    for (const partition of targets.partitions(organizationId, id)) {
      const step = await removeSomeOf(client, partition, belongingsAtOnce);
      removed += step.removed;
      done &&= step.done;
    }
    return { id, removed, done };
  }

  async function forget(organizationId: string, ids: string[]): Promise<void> {
    const update = new UpdateItemCommand(pendingUpdate(organizationId, "DELETE", ids));
    await besideTransactions(systemClock, () => client.send(update)).catch((error) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }

  return async ({ organizationId }) => {
    const known = await pendingOf(organizationId);
    if (known === undefined) return { removed: 0, done: true };
    const next = known.length === 0 ? await removeNext(organizationId) : [];
    if (next === undefined) return { removed: 0, done: true };
    const ids = [...known, ...next];
    const steps = await mapConcurrently(ids, (id) => removeBelongings(organizationId, id));
    const over = steps.filter(({ done }) => done).map(({ id }) => id);
    if (over.length > 0) await forget(organizationId, over);
    return { removed: steps.reduce((sum, step) => sum + step.removed, next.length), done: false };
  };
}

const Pending = z.object({
  pendingCounters: z.set(z.string()).exactOptional(),
  pendingGroups: z.set(z.string()).exactOptional(),
});

/** As after this many conflicts; waits for 40 ms at the most. */
const conflicts = 4;
