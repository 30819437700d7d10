import { PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { describe } from "vitest";
import { alertCreation } from "../../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbEvaluation } from "../../../adapters/alerts/dynamodb-evaluation.ts";
import { dynamodbFirings } from "../../../adapters/alerts/dynamodb-firings.ts";
import { dynamodbMarkReader } from "../../../adapters/counters/dynamodb-count-marks.ts";
import { groupItem, memberItem } from "../../../adapters/groups/dynamodb-groups.ts";
import { evaluationConformance } from "../../conformance/evaluation.ts";
import { client, outputs } from "../../system/service.ts";

const tables = {
  organizations: outputs.OrganizationsTable,
  counterGroups: outputs.CounterGroupsTable,
  groupMembers: outputs.GroupMembersTable,
  alerts: outputs.AlertsTable,
  alertFirings: outputs.AlertFiringsTable,
  countMarks: outputs.CountMarksTable,
};

describe("the store in DynamoDB", () => {
  evaluationConformance({
    store: dynamodbEvaluation(client, tables),
    async putGroup(group, members) {
      const key = { organizationId: group.organizationId, groupId: group.id };
      const items = [
        { TableName: tables.counterGroups, Item: groupItem(group) },
        ...members.map((member) => ({
          TableName: tables.groupMembers,
          Item: memberItem(key, member),
        })),
      ];
      for (const item of items) await client.send(new PutItemCommand(item));
    },
    async putAlert(alert) {
      const TransactItems = [alertCreation(tables.alerts, alert)];
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
    },
    marks: (target) =>
      dynamodbMarkReader(client, tables.countMarks).from(target, {
        ...{ resolution: "minute", at: "2020-01-01T00:00:00.000Z", limit: 10 },
      }),
    firings: (organizationId) =>
      dynamodbFirings(client, tables.alertFirings).list(organizationId, {}),
  });
});
