import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { DayStart } from "../../core/calendar.ts";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type {
  OrganizationRecord,
  Plan,
  StoredSettings,
} from "../../core/organizations/organization.ts";
import { settingOf } from "../aws/dynamodb-items.ts";
import { failedCondition, passed, transact } from "../aws/dynamodb-transaction.ts";
import type { Check } from "../members/member-audit-items.ts";
import { dynamodbOrganizations } from "./dynamodb-organizations.ts";

/** What changes in the organization's own item. */
export type OrganizationChange =
  | { change: "settings"; settings: StoredSettings & { nextDayStart?: string } }
  | { change: "plan"; plan: Plan; alertEpoch: number }
  /** How many more groups and alerts there are; negative for fewer. */
  | { change: "counts"; groups: number; alerts: number }
  | { change: "add_key"; keyId: string; keyHash: string }
  | { change: "remove_key"; keyId: string }
  | { change: "add_endpoint" | "remove_endpoint"; endpointId: string }
  /** An endpoint itself; of the organization only the revision. */
  | { change: "endpoint" };

export interface Decision<Result> {
  result: Result;
  /** What to write; absent when there is nothing to do. */
  write?: {
    organization: OrganizationChange;
    items: TransactWriteItem[];
    /** Conditions that are none of the organization's. */
    checks?: Check<Result>[];
  };
}

export type ChangeOrganization = <Result>(
  organizationId: string,
  decide: (record: OrganizationRecord) => Promise<Decision<Result>>,
) => Promise<Result | undefined>;

type ReadOrganization = (organizationId: string) => Promise<OrganizationRecord | undefined>;

/**
 * Changes an organization together with other items, on condition of its revision: decides from the
 * current record, and again whenever the record has changed. Returns undefined for an unknown one.
 */
export function changeOrganization(
  client: DynamoDBClient,
  tableName: string,
  clock: Clock,
  {
    read = dynamodbOrganizations(client, { organizations: tableName }).get,
  }: { read?: ReadOrganization } = {},
): ChangeOrganization {
  return async <Result>(
    organizationId: string,
    decide: (record: OrganizationRecord) => Promise<Decision<Result>>,
  ) => {
    const contention = { attempts: 100, what: `organization ${organizationId}` };
    return await retryConflicts<Result | undefined>(clock, contention, async () => {
      const record = await read(organizationId);
      if (record === undefined) return undefined;
      const { result, write } = await decide(record);
      if (write === undefined) return result;
      const update = organizationUpdate(record, write.organization);
      const { items, checks = [] } = write;
      const own = { Update: { TableName: tableName, ...update } };
      const written = await transact(client, [own, ...checks.map(({ item }) => item), ...items]);
      if (written.result === "written") return result;
      const [revision, ...reasons] = written.reasons;
      const failed = checks.find((_, index) => failedCondition(reasons[index]));
      // Where another writer came first, a check can fail for what they wrote: decide from that.
      return failed !== undefined && passed(revision) ? failed.otherwise : conflict;
    });
  };
}

function organizationUpdate(
  { organization, revision }: OrganizationRecord,
  change: OrganizationChange,
) {
  const { expression, names, values } = updateParts(change);
  return {
    Key: marshall({ organizationId: organization.id }),
    UpdateExpression: expression,
    ConditionExpression: "revision = :revision",
    ...(names && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: marshall({
      ":revision": revision,
      ":next": revision + 1,
      ...values,
    }),
  };
}

interface UpdateParts {
  expression: string;
  names?: Record<string, string>;
  values: Record<
    string,
    string | number | Set<string> | string[] | DayStart[] | Record<string, string>
  >;
}

function updateParts(change: OrganizationChange): UpdateParts {
  switch (change.change) {
    case "settings": {
      const set = settingOf(change.settings);
      return { ...set, expression: `${set.expression}, revision = :next` };
    }
    case "plan":
      return {
        expression: "SET #plan = :plan, alertEpoch = :alertEpoch, revision = :next",
        names: { "#plan": "plan" },
        values: { ":plan": change.plan, ":alertEpoch": change.alertEpoch },
      };
    case "counts":
      return {
        expression: "ADD groupCount :groups, alertCount :alerts SET revision = :next",
        values: { ":groups": change.groups, ":alerts": change.alerts },
      };
    case "add_key":
      return {
        expression: "SET apiKeys.#keyId = :keyHash, revision = :next",
        names: { "#keyId": change.keyId },
        values: { ":keyHash": change.keyHash },
      };
    case "remove_key":
      return {
        expression: "REMOVE apiKeys.#keyId SET revision = :next",
        names: { "#keyId": change.keyId },
        values: {},
      };
    case "add_endpoint":
      return {
        expression: "ADD endpointIds :endpointId SET revision = :next",
        values: { ":endpointId": new Set([change.endpointId]) },
      };
    case "remove_endpoint":
      return {
        expression: "DELETE endpointIds :endpointId SET revision = :next",
        values: { ":endpointId": new Set([change.endpointId]) },
      };
    case "endpoint":
      return { expression: "SET revision = :next", values: {} };
  }
}
