import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import { Gate, type GateKey } from "../../core/gates/gate.ts";
import type { GateRefusal, Gates, GatesDecision } from "../../core/gates/gates.ts";
import type { RecordHeard } from "../../core/gates/last-heard.ts";
import { sortByAge } from "../../core/list-order.ts";
import type { ChangedBy } from "../../core/members/changed-by.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { parseItem, revisionCondition } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { membershipCheck } from "../members/membership-check.ts";
import { organizationCheck } from "../organization-check.ts";

/**
 * In addition to its gates an organization has one item with a revision, which every change raises
 * on condition: so the limits hold under any race. Revoked gates stay, the newest 200 of them,
 * because devices with waiting taps are told why these are refused. A member's change has the
 * condition that the member may manage gates when it is written.
 */
export function dynamodbGates(
  client: DynamoDBClient,
  tables: Tables<"organizations" | "gates" | "members" | "auditEntries">,
  clock: Clock,
): Gates {
  const TableName = tables.gates;

  async function revisionOf(organizationId: string): Promise<number> {
    const Key = marshall({ organizationId, gateId: revisionKey });
    const found = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    return found.Item === undefined ? 0 : parseItem(Revision, found.Item).revision;
  }

  const list = dynamodbGateList(client, tables);

  function changedItems({
    entry,
    ...change
  }: NonNullable<GatesDecision<unknown>["write"]>): TransactWriteItem[] {
    const items = [auditPut(tables.auditEntries, entry)];
    if ("create" in change) {
      const { id: gateId, ...stored } = change.create;
      return [...items, { Put: { TableName, Item: marshall({ gateId, ...stored }) } }];
    }
    const forgotten = change.forget.map((gate) => ({ Delete: { TableName, Key: keyOf(gate) } }));
    return [...items, { Update: { TableName, ...revocation(change.revoke) } }, ...forgotten];
  }

  return {
    list,
    ...dynamodbGateReader(client, tables),

    async change<Result>(
      { organizationId, by }: { organizationId: string; by: ChangedBy },
      decide: (gates: Gate[]) => GatesDecision<Result>,
    ) {
      type Changed = Result | { result: GateRefusal };
      const contention = { attempts: 100, what: `the list of gates of ${organizationId}` };
      return await retryConflicts<Changed>(clock, contention, async () => {
        // Read first, so that it is never newer than the gates.
        const revision = await revisionOf(organizationId);
        const { result, write } = decide(await list(organizationId));
        if (write === undefined) return result;
        const raised = { Update: { TableName, ...revisionRaised(organizationId, revision) } };
        const checked =
          by.kind === "member" ? [membershipCheck(tables.members, by.member, "manage_gates")] : [];
        const exists = organizationCheck(tables.organizations, organizationId);
        const items = [exists, ...checked, raised, ...changedItems(write)];
        const written = await transact(client, items);
        if (written.result === "written") return result;
        const [existence, membership] = written.reasons;
        if (failedCondition(existence)) return { result: "no_such_organization" };
        const isForbidden = checked.length > 0 && failedCondition(membership);
        return isForbidden ? { result: "forbidden" } : conflict;
      });
    },
  };
}

/** Lists the gates of an organization, oldest first. */
export function dynamodbGateList(
  client: DynamoDBClient,
  { gates: tableName }: Tables<"gates">,
): Gates["list"] {
  return async (organizationId) => {
    const items = await organizationItems(client, { tableName, organizationId });
    const gates = items.filter(({ gateId }) => gateId?.S !== revisionKey);
    return sortByAge(readableItems("gates", gates, gateOf));
  };
}

/** What checking a gate's cookie needs. */
export function dynamodbGateReader(
  client: DynamoDBClient,
  { gates: tableName }: Tables<"gates">,
): Pick<Gates, "get"> {
  return {
    async get(key) {
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableName, Key: keyItem(key), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : gateOf(Item);
    },
  };
}

/** One conditional update: a gate that is gone stays gone, and one that is revoked stays revoked. */
export function dynamodbHeardGates(
  client: DynamoDBClient,
  { gates: TableName }: Tables<"gates">,
): RecordHeard {
  return async (key, { at, before }) => {
    const update = new UpdateItemCommand({
      TableName,
      Key: keyItem(key),
      UpdateExpression: "SET lastHeardAt = :at",
      ConditionExpression:
        "attribute_exists(gateId) AND (attribute_not_exists(lastHeardAt) OR lastHeardAt < :before)",
      ExpressionAttributeValues: marshall({ ":at": at, ":before": before }),
    });
    const patience = { abortSignal: AbortSignal.timeout(patienceMs) };
    await client.send(update, patience).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
}

/** Taps wait for the record, so it may not take long. */
const patienceMs = 1_000;

/** Of the item that is not a gate; no gate's id is like it. */
const revisionKey = "revision";

const Revision = z.object({ revision: z.int() });

function revisionRaised(organizationId: string, revision: number) {
  const unchanged = revisionCondition(revision);
  return {
    Key: marshall({ organizationId, gateId: revisionKey }),
    UpdateExpression: "SET revision = :next",
    ConditionExpression: unchanged.condition,
    ExpressionAttributeValues: marshall({ ...unchanged.values, ":next": revision + 1 }),
  };
}

function revocation(gate: Gate) {
  return {
    Key: keyOf(gate),
    UpdateExpression: "SET revokedAt = :revokedAt",
    ConditionExpression: "attribute_exists(gateId)",
    ExpressionAttributeValues: marshall({ ":revokedAt": gate.revokedAt }),
  };
}

function keyOf({ organizationId, id: gateId }: Gate): Record<string, AttributeValue> {
  return keyItem({ organizationId, gateId });
}

function keyItem({ organizationId, gateId }: GateKey): Record<string, AttributeValue> {
  return marshall({ organizationId, gateId });
}

const GateItem = Gate.omit({ id: true }).extend({ gateId: z.string() });

function gateOf(item: Record<string, AttributeValue>): Gate {
  const { gateId: id, ...gate } = parseItem(GateItem, item);
  return { id, ...gate };
}
