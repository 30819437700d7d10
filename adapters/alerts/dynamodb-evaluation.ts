import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { EvaluationStore } from "../../core/alerts/evaluate-counts.ts";
import type { EvaluationWrite } from "../../core/alerts/evaluation-plan.ts";
import type { GroupMember } from "../../core/groups/group.ts";
import { Plan } from "../../core/organizations/organization.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { transact, transactionItems } from "../aws/dynamodb-transaction.ts";
import { markPuts } from "../counters/dynamodb-count-marks.ts";
import { dynamodbGroups, type GroupTables, memberKey } from "../groups/dynamodb-groups.ts";
import { StoredCalendar } from "../organizations/dynamodb-calendar.ts";
import { alertReplacement, dynamodbAlerts } from "./dynamodb-alerts.ts";
import { firingCreation } from "./dynamodb-firings.ts";

export type EvaluationTables = GroupTables &
  Tables<"organizations" | "alerts" | "alertFirings" | "countMarks">;

export function dynamodbEvaluation(
  client: DynamoDBClient,
  tables: EvaluationTables,
): EvaluationStore {
  const groups = dynamodbGroups(client, tables);
  return {
    maximumWrites: transactionItems,

    async entitlement(organizationId) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tables.organizations,
          Key: { organizationId: { S: organizationId } },
          ProjectionExpression: "#plan, alertEpoch, #timeZone, dayStarts",
          ExpressionAttributeNames: { "#plan": "plan", "#timeZone": "timeZone" },
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : parseItem(Entitlement, Item);
    },

    alerts: dynamodbAlerts(client, tables).on,
    group: groups.get,
    members: groups.members,

    async write(write) {
      const { result } = await transact(client, itemsOf(tables, write));
      return result === "written" ? "written" : "conflict";
    },
  };
}

const Entitlement = StoredCalendar.extend({ plan: Plan, alertEpoch: z.int().default(0) });

function itemsOf(tables: EvaluationTables, write: EvaluationWrite): TransactWriteItem[] {
  const { group, members, alerts, firings } = write;
  return [
    ...(group ? groupItems(tables, group, members) : []),
    ...(group ? markItems(tables, group) : []),
    ...alerts.map((change) => alertReplacement(tables.alerts, change)),
    ...firings.map((firing) => firingCreation(tables.alertFirings, firing)),
  ];
}

function markItems(
  { countMarks }: EvaluationTables,
  { before, marks }: NonNullable<EvaluationWrite["group"]>,
): TransactWriteItem[] {
  const target = { organizationId: before.organizationId, targetId: before.id };
  return markPuts(countMarks, target, marks);
}

/** The group's revision is the fence of its members as well: every change of one raises it. */
function groupItems(
  { counterGroups, groupMembers }: GroupTables,
  { before, total, sums }: NonNullable<EvaluationWrite["group"]>,
  members: GroupMember[],
): TransactWriteItem[] {
  const key = { organizationId: before.organizationId, groupId: before.id };
  const kept = Object.entries(sums);
  const update = {
    TableName: counterGroups,
    Key: marshall(key),
    UpdateExpression: `SET #total = :total, revision = :next${kept.map(([name]) => `, #${name} = :${name}`).join("")}`,
    ConditionExpression: "revision = :revision",
    ExpressionAttributeNames: {
      "#total": "total",
      ...Object.fromEntries(kept.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: marshall({
      ...Object.fromEntries(kept.map(([name, value]) => [`:${name}`, value])),
      ":total": total,
      ":revision": before.revision,
      ":next": before.revision + 1,
    }),
  };
  const updates = members.map(({ counterId, count, lastEventId }) => ({
    Update: {
      TableName: groupMembers,
      Key: memberKey(key, counterId),
      UpdateExpression: "SET #count = :count, lastEventId = :lastEventId",
      ConditionExpression: "attribute_exists(counterId)",
      ExpressionAttributeNames: { "#count": "count" },
      ExpressionAttributeValues: marshall({ ":count": count, ":lastEventId": lastEventId }),
    },
  }));
  return [{ Update: update }, ...updates];
}
