import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import { Gate, type GateKey } from "../../core/gates/gate.ts";
import { maximumOpenGates } from "../../core/gates/gate-limits.ts";
import type { GateRefusal, Gates } from "../../core/gates/gates.ts";
import { sortByAge } from "../../core/list-order.ts";
import type { ChangedBy } from "../../core/members/changed-by.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { organizationItems, parseItem, revisionCondition } from "../aws/dynamodb-items.ts";
import { failedCondition, transact } from "../aws/dynamodb-transaction.ts";
import { membershipCheck } from "../members/membership-check.ts";
import { organizationCheck } from "../organization-check.ts";

/**
 * Beside its gates an organization has one item with a revision, which every change raises on
 * condition: so the limits hold under any race. Revoked gates stay, the newest 200 of them, because
 * devices with waiting taps are told why these are refused. A member's change has the condition that
 * the member may manage gates when it is written.
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

  async function list(organizationId: string): Promise<Gate[]> {
    const items = await organizationItems(client, { tableName: TableName, organizationId });
    const gates = items.filter(({ gateId }) => gateId?.S !== revisionKey).map(gateOf);
    return sortByAge(gates);
  }

  /** The revision is read first, so that it is never newer than the gates. */
  async function change<Result>(
    { organizationId, by }: { organizationId: string; by: ChangedBy },
    decide: (gates: Gate[]) => { result: Result; items: TransactWriteItem[] },
  ): Promise<Result | GateRefusal> {
    const contention = { attempts: 100, what: `the list of gates of ${organizationId}` };
    return await retryConflicts<Result | GateRefusal>(clock, contention, async () => {
      const revision = await revisionOf(organizationId);
      const { result, items } = decide(await list(organizationId));
      if (items.length === 0) return result;
      const raised = { Update: { TableName, ...revisionRaised(organizationId, revision) } };
      const checked =
        by.kind === "member" ? [membershipCheck(tables.members, by.member, "manage_gates")] : [];
      const exists = organizationCheck(tables.organizations, organizationId);
      const written = await transact(client, [exists, ...checked, raised, ...items]);
      if (written.result === "written") return result;
      const [existence, membership] = written.reasons;
      if (failedCondition(existence)) return "no_such_organization";
      return checked.length > 0 && failedCondition(membership) ? "forbidden" : conflict;
    });
  }

  return {
    list,
    ...dynamodbGateReader(client, tables),

    create: (gate, entry, by) =>
      change<"created" | Gate | "limit_reached">({ ...gate, by }, (gates) => {
        const earlier = gates.find(({ id }) => id === gate.id);
        if (earlier !== undefined) return { result: earlier, items: [] };
        const open = gates.filter(({ revokedAt }) => revokedAt === null);
        if (open.length >= maximumOpenGates) return { result: "limit_reached", items: [] };
        const { id: gateId, ...stored } = gate;
        const put = { Put: { TableName, Item: marshall({ gateId, ...stored }) } };
        return { result: "created", items: [put, auditPut(tables.auditEntries, entry)] };
      }),

    revoke: (key, { revokedAt, entryOf }, by) =>
      change<Gate | undefined>({ ...key, by }, (gates) => {
        const gate = gates.find(({ id }) => id === key.gateId);
        if (gate === undefined || gate.revokedAt !== null) return { result: gate, items: [] };
        const forgotten = gates
          .filter((other) => other.revokedAt !== null)
          .sort((a, b) => (a.revokedAt ?? "").localeCompare(b.revokedAt ?? ""))
          .slice(0, -(revokedGatesKept - 1))
          .map(({ organizationId, id: gateId }) => ({
            Delete: { TableName, Key: keyItem({ organizationId, gateId }) },
          }));
        const update = { Update: { TableName, ...revocation(key, revokedAt) } };
        const entry = auditPut(tables.auditEntries, entryOf(gate));
        return { result: { ...gate, revokedAt }, items: [update, entry, ...forgotten] };
      }),
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

const revokedGatesKept = 200;

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

function revocation(key: GateKey, revokedAt: string) {
  return {
    Key: keyItem(key),
    UpdateExpression: "SET revokedAt = :revokedAt",
    ConditionExpression: "attribute_exists(gateId)",
    ExpressionAttributeValues: marshall({ ":revokedAt": revokedAt }),
  };
}

function keyItem({ organizationId, gateId }: GateKey): Record<string, AttributeValue> {
  return marshall({ organizationId, gateId });
}

const GateItem = Gate.omit({ id: true }).extend({ gateId: z.string() });

function gateOf(item: Record<string, AttributeValue>): Gate {
  const { gateId: id, ...gate } = parseItem(GateItem, item);
  return { id, ...gate };
}
