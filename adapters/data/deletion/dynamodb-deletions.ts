import {
  type DynamoDBClient,
  GetItemCommand,
  paginateScan,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { Deletion, Deletions } from "../../../core/data/deletion.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import type { OrganizationRecord } from "../../../core/organizations/organization.ts";
import { auditPut } from "../../audit/dynamodb-audit-log.ts";
import { parseItem } from "../../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../../aws/dynamodb-transaction.ts";
import { membershipCheck } from "../../members/membership-check.ts";
import { rosterKey } from "../../members/people-items.ts";
import { dynamodbOrganizations } from "../../organizations/dynamodb-organizations.ts";
import { memberRemovals } from "./member-removals.ts";
import { partRemovals } from "./part-removals.ts";
import type { DeletionTables } from "./target-removals.ts";

/**
 * A deletion is an item of its own, which takes the organization's place: whatever looks for the
 * organization finds none from the first transaction on.
 */
export function dynamodbDeletions(
  client: DynamoDBClient,
  tables: DeletionTables,
  clock: Clock,
): Deletions {
  const organizations = dynamodbOrganizations(client, tables);
  const members = memberRemovals(client, tables, clock);
  const parts = { ...partRemovals(client, tables), members: members.removeSome };

  return {
    async get(organizationId) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tables.organizationDeletions,
          Key: marshall({ organizationId }),
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : parseItem(DeletionItem, Item);
    },

    async list() {
      const deletions: Deletion[] = [];
      const scan = { TableName: tables.organizationDeletions, ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client }, scan)) {
        deletions.push(...Items.map((item) => parseItem(DeletionItem, item)));
      }
      return deletions.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
    },

    async begin(organizationId, by, decide) {
      const contention = { attempts: 100, what: `organization ${organizationId}` };
      return await retryConflicts(clock, contention, async () => {
        const record = await organizations.get(organizationId);
        if (record === undefined) return "no_such_organization";
        const decision = await decide(record);
        if ("refused" in decision) return decision.refused;
        const check = by.kind === "member" ? [mayDelete(tables, by)] : [];
        const items = firstItems(tables, record, decision.entry);
        const written = await transact(client, [...check, ...items]);
        if (written.result === "written") return "begun";
        return check.length > 0 && failedCondition(written.reasons[0]) ? "forbidden" : conflict;
      });
    },

    removeSome: (deletion, part) => parts[part](deletion),
    finish: members.finish,
  };
}

const DeletionItem = z.object({
  organizationId: z.string(),
  name: z.string(),
  startedAt: z.iso.datetime(),
  endpointIds: z.array(z.string()),
});

function mayDelete(
  { members }: DeletionTables,
  { member }: Extract<ChangedBy, { kind: "member" }>,
) {
  return membershipCheck(members, member, "delete_organization");
}

/** At most 25 items: an organization has at most 10 keys and 10 endpoints. */
function firstItems(
  tables: DeletionTables,
  { organization, apiKeys, endpointIds, revision }: OrganizationRecord,
  entry: AuditEntry,
): TransactWriteItem[] {
  const { id: organizationId, name } = organization;
  const deletion: Deletion = {
    ...{ organizationId, name, startedAt: entry.at },
    endpointIds: [...endpointIds],
  };
  const keys = Object.values(apiKeys).map((keyHash) => ({
    Delete: { TableName: tables.apiKeys, Key: marshall({ keyHash }) },
  }));
  const endpoints = [...endpointIds].map((endpointId) => ({
    Delete: { TableName: tables.webhookEndpoints, Key: marshall({ organizationId, endpointId }) },
  }));
  return [
    {
      Delete: {
        TableName: tables.organizations,
        Key: marshall({ organizationId }),
        // The keys and the endpoints are those of this revision.
        ConditionExpression: "revision = :revision",
        ExpressionAttributeValues: marshall({ ":revision": revision }),
      },
    },
    { Put: { TableName: tables.organizationDeletions, Item: marshall(deletion) } },
    { Update: { TableName: tables.members, ...rosterClosed(organizationId, entry.at) } },
    ...keys,
    ...endpoints,
    auditPut(tables.auditEntries, entry),
  ];
}

/** Every request of a member reads the roster; see the sessions. */
function rosterClosed(organizationId: string, deletedAt: string) {
  return {
    Key: marshall({ organizationId, memberKey: rosterKey }),
    UpdateExpression:
      "SET deletedAt = :deletedAt, revision = if_not_exists(revision, :zero) + :one, " +
      "ownerCount = if_not_exists(ownerCount, :zero), memberCount = if_not_exists(memberCount, :zero)",
    ExpressionAttributeValues: marshall({ ":deletedAt": deletedAt, ":zero": 0, ":one": 1 }),
  };
}
