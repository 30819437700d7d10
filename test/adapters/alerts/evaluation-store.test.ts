import { PutItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { describe } from "vitest";
import { alertCreation } from "../../../adapters/alerts/dynamodb-alerts.ts";
import { dynamodbEvaluation } from "../../../adapters/alerts/dynamodb-evaluation.ts";
import { groupItem, memberItem } from "../../../adapters/groups/dynamodb-groups.ts";
import { evaluationConformance } from "../../conformance/evaluation.ts";
import { client, stores, tables } from "../../system/service.ts";

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
      stores.markReader.from(target, {
        ...{ resolution: "minute", at: "2020-01-01T00:00:00.000Z", limit: 10 },
      }),
    firings: (organizationId) => stores.firings.list(organizationId, {}),
  });
});
