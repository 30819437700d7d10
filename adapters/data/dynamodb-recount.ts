import type { DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import { type NumberCorrection, type NumberStore, wrongNumbers } from "../../core/data/recount.ts";
import type { Tables } from "../../core/tables.ts";
import { dynamodbAlerts } from "../alerts/dynamodb-alerts.ts";
import { failingOnDamaged } from "../aws/damaged-items.ts";
import { dynamodbStoredCounters } from "../counters/dynamodb-counters.ts";
import { dynamodbGroups, type GroupTables } from "../groups/dynamodb-groups.ts";
import { type MemberAuditTables, transactAudited } from "../members/member-audit-items.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { numberUpdate } from "./number-update.ts";

export type NumberTables = GroupTables &
  MemberAuditTables &
  Tables<"organizations" | "counters" | "alerts">;

/**
 * The numbers that the organization's revision covers: whoever creates or deletes a group or an alert
 * raises it. Creating a counter does not, but changes `counterCount`, which is in the condition.
 */
export function dynamodbOrganizationNumbers(
  client: DynamoDBClient,
  tables: NumberTables,
): NumberStore {
  const organizations = dynamodbOrganizations(client, tables);
  const counters = dynamodbStoredCounters(client, tables);
  const groups = dynamodbGroups(client, tables);
  const alerts = dynamodbAlerts(client, tables);
  return {
    // Few, because a write to a busy counter often conflicts, and then none of its transaction is written.
    maximumCorrections: 25,

    async read(organizationId) {
      const record = await organizations.getWithoutKeys(organizationId);
      if (record === undefined) return undefined;
      const [countersFound, groupsFound, alertsFound] = await failingOnDamaged(() =>
        allInOrder([
          counters.list(organizationId),
          groups.list(organizationId),
          alerts.list(organizationId),
        ]),
      );
      const targets = alertsFound.map(({ targetId }) => targetId);
      const found = { counters: countersFound, groups: groupsFound, targets };
      return { revision: record.revision, wrong: wrongNumbers(record, found) };
    },

    async write({ organizationId, revision, corrections, audit }) {
      const own = corrections.filter(({ item }) => item === "organization");
      const items = [
        organizationUpdate(tables, { organizationId, revision, own }),
        ...corrections
          .filter(({ item }) => item !== "organization")
          .map((correction) => targetUpdate(tables, organizationId, correction)),
      ];
      const audited = { tables, audit, action: "change_organization" } as const;
      const { result } = await transactAudited(client, items, audited);
      return result === "written" ? "written" : "conflict";
    },
  };
}

function organizationUpdate(
  { organizations }: NumberTables,
  {
    organizationId,
    revision,
    own,
  }: { organizationId: string; revision: number; own: NumberCorrection[] },
): TransactWriteItem {
  const { set, conditions, values } = numberUpdate(own);
  return {
    Update: {
      TableName: organizations,
      Key: marshall({ organizationId }),
      UpdateExpression: `SET ${["revision = :next", ...set].join(", ")}`,
      ConditionExpression: ["revision = :revision", ...conditions].join(" AND "),
      ExpressionAttributeValues: marshall({
        ...values,
        ":revision": revision,
        ":next": revision + 1,
      }),
    },
  };
}

/**
 * A group's revision rises with every change of its alerts, so that evaluation looks at them again. A
 * counter's version stays, as when an alert of it is deleted.
 */
function targetUpdate(
  { counters, counterGroups }: NumberTables,
  organizationId: string,
  correction: NumberCorrection,
): TransactWriteItem {
  const { item, id } = correction;
  const isGroup = item === "group";
  const keyName = isGroup ? "groupId" : "counterId";
  const { set, conditions, values } = numberUpdate([correction]);
  return {
    Update: {
      TableName: isGroup ? counterGroups : counters,
      Key: marshall({ organizationId, [keyName]: id }),
      UpdateExpression: `SET ${set.join(", ")}${isGroup ? " ADD revision :one" : ""}`,
      ConditionExpression: [`attribute_exists(${keyName})`, ...conditions].join(" AND "),
      ExpressionAttributeValues: marshall({ ...values, ...(isGroup && { ":one": 1 }) }),
    },
  };
}
