import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../../core/clock.ts";
import { conflict, retryConflicts } from "../../../core/conflict.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type {
  CounterCreation,
  CounterCreator,
} from "../../../core/counters/settings/counter-creation.ts";
import { groupKeyOf, newMember } from "../../../core/groups/membership.ts";
import { maximumCounters } from "../../../core/limits.ts";
import type { Tables } from "../../../core/tables.ts";
import { failedCondition, transactionItems } from "../../aws/dynamodb-transaction.ts";
import type { GroupTables } from "../../groups/dynamodb-groups.ts";
import { joiningItems, missingGroup } from "../../groups/dynamodb-membership.ts";
import {
  auditedItems,
  type MemberAuditTables,
  transactAudited,
} from "../../members/member-audit-items.ts";
import { dayStartIndexParts } from "../../organizations/dynamodb-due-days.ts";

export type CounterCreationTables = GroupTables &
  MemberAuditTables &
  Tables<"organizations" | "counters">;

export function dynamodbCounterCreator(
  client: DynamoDBClient,
  tables: CounterCreationTables,
  clock: Clock,
): CounterCreator {
  return {
    maximumItems: transactionItems - auditedItems,

    async create(counters, auditOf) {
      let missing = counters;
      return await retryConflicts<CounterCreation>(clock, contention, async () => {
        const [first] = missing;
        if (first === undefined) return { result: "created", created: 0 };
        const items = [
          { Update: { TableName: tables.organizations, ...room(first, missing) } },
          ...missing.map((counter) => ({ Put: put(tables.counters, counter) })),
          ...groupItems(tables, missing),
        ];
        const audit = auditOf?.(missing);
        const written = await transactAudited(client, items, { tables, audit, action });
        if (written.result === "written") return { result: "created", created: missing.length };
        if (written.forbidden) return { result: "forbidden" };
        const [roomReason, ...reasons] = written.reasons;
        const putReasons = reasons.slice(0, missing.length);
        if (putReasons.some(failedCondition)) {
          missing = missing.filter((_, index) => !failedCondition(putReasons[index]));
          return conflict;
        }
        if (failedCondition(roomReason)) {
          const exists = roomReason?.Item !== undefined;
          return { result: exists ? "limit_reached" : "no_such_organization" };
        }
        const groupId = missingGroup(tables, items, written.reasons);
        return groupId === undefined ? conflict : { result: "no_such_group", groupId };
      });
    },
  };
}

function groupItems(tables: GroupTables, counters: StoredCounter[]): TransactWriteItem[] {
  const groups = Map.groupBy(counters, (counter) => groupKeyOf(counter)?.groupId);
  return [...groups].flatMap(([groupId, setups]) => {
    const [first] = setups;
    if (groupId === undefined || first === undefined) return [];
    const { organizationId } = first;
    return joiningItems(tables, { organizationId, groupId }, setups.map(newMember));
  });
}

const action = "manage_counters";

const contention = { attempts: 30, what: "the organization" };

function room({ organizationId, createdAt }: StoredCounter, counters: StoredCounter[]) {
  const wanted = counters.length;
  const days = counters.some(({ resetDaily }) => resetDaily) ? dayStartIndexParts(createdAt) : none;
  return {
    Key: marshall({ organizationId }),
    UpdateExpression: `ADD counterCount :wanted ${days.expression}`,
    ConditionExpression: "counterCount <= :most",
    ExpressionAttributeValues: marshall({
      ...{ ":wanted": wanted, ":most": maximumCounters - wanted },
      ...days.values,
    }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
}

const none = { expression: "", values: {} };

function put(tableName: string, { id, ...counter }: StoredCounter) {
  return {
    TableName: tableName,
    Item: marshall({ counterId: id, ...counter }),
    ConditionExpression: "attribute_not_exists(counterId)",
  };
}
