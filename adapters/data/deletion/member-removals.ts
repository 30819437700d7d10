import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { allInOrder } from "../../../core/all-in-order.ts";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { Deletion, Deletions } from "../../../core/data/deletion.ts";
import type { Member } from "../../../core/members/member.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../../aws/dynamodb-transaction.ts";
import { organizationItems } from "../../aws/organization-items.ts";
import { isRoster, memberOf, rosterKey } from "../../members/people-items.ts";
import { mapConcurrently } from "./concurrent-map.ts";
import type { DeletionTables, RemoveSome } from "./target-removals.ts";

/** How many owners are removed in the transaction of the deletion itself, which has at most 100 items. */
const lastOwners = 40;

/** How many members one step removes. */
const stepSize = 50;

/**
 * Members and, where they belong to nothing else, the people. Owners go last and together with the
 * deletion: as long as something is left, each of them can continue.
 */
export function memberRemovals(
  client: DynamoDBClient,
  tables: DeletionTables,
  clock: Clock,
): { removeSome: RemoveSome; finish: Deletions["finish"] } {
  async function membersOf(organizationId: string): Promise<Member[]> {
    const items = await organizationItems(client, { tableName: tables.members, organizationId });
    return items.filter((item) => !isRoster(item)).map(memberOf);
  }

  /** The membership and, in the person, the organization; or the person, who has no other. */
  async function removalOf({ organizationId, personId }: Member): Promise<TransactWriteItem[]> {
    const Key = marshall({ personId });
    const get = new GetItemCommand({ TableName: tables.people, Key, ConsistentRead: true });
    const { Item } = await client.send(get);
    const memberKey = marshall({ organizationId, memberKey: personId });
    const membership = { Delete: { TableName: tables.members, Key: memberKey } };
    if (Item === undefined) return [membership];
    const { organizationIds } = parseItem(Belonging, Item);
    organizationIds.delete(organizationId);
    const only = marshall({ ":organization": new Set([organizationId]) });
    const person = { TableName: tables.people, Key, ExpressionAttributeValues: only };
    return [
      membership,
      organizationIds.size > 0
        ? {
            Update: {
              ...person,
              UpdateExpression: "DELETE organizationIds :organization",
              ConditionExpression: "attribute_exists(personId)",
            },
          }
        : {
            Delete: {
              ...person,
              // Another organization may be joined at this moment.
              ConditionExpression:
                "attribute_not_exists(organizationIds) OR organizationIds = :organization",
            },
          },
    ];
  }

  async function remove(member: Member): Promise<void> {
    const contention = { attempts: 30, what: `the person ${member.personId}` };
    await retryConflicts<void>(clock, contention, async () => {
      const { result } = await transact(client, await removalOf(member));
      return result === "written" ? undefined : conflict;
    });
  }

  return {
    async removeSome({ organizationId }) {
      const members = await membersOf(organizationId);
      const owners = members.filter(({ role }) => role === "owner");
      const others = members.filter(({ role }) => role !== "owner");
      // The same for every run, so that two of them leave the same.
      const surplus = owners.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(lastOwners);
      const removed = [...others, ...surplus].slice(0, stepSize);
      await mapConcurrently(removed, remove);
      return { removed: removed.length, done: removed.length < stepSize };
    },

    async finish({ organizationId }: Deletion) {
      const contention = { attempts: 30, what: `the deletion of ${organizationId}` };
      return await retryConflicts<boolean>(clock, contention, async () => {
        const owners = await membersOf(organizationId);
        const removals = await allInOrder(owners.map(removalOf));
        const written = await transact(client, [
          {
            Delete: { TableName: tables.organizationDeletions, ...nothingPending(organizationId) },
          },
          { Delete: { TableName: tables.members, Key: roster(organizationId) } },
          ...removals.flat(),
        ]);
        if (written.result === "written") return true;
        const [reason] = written.reasons;
        // Without an item, another run has finished it.
        return failedCondition(reason) ? reason?.Item === undefined : conflict;
      });
    },
  };
}

function roster(organizationId: string) {
  return marshall({ organizationId, memberKey: rosterKey });
}

/** Another run may just have removed counters, and not yet what belongs to them. */
function nothingPending(organizationId: string) {
  return {
    Key: marshall({ organizationId }),
    ConditionExpression:
      "attribute_exists(organizationId) AND attribute_not_exists(pendingCounters) " +
      "AND attribute_not_exists(pendingGroups)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

const Belonging = z.object({
  // DynamoDB has no empty set.
  organizationIds: z.set(z.string()).default(new Set()),
});
