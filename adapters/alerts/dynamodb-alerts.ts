import type { AttributeValue, DynamoDBClient, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { StoredAlert } from "../../core/alerts/alert.ts";
import type { AlertsOfTarget } from "../../core/alerts/alert-lookup.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem, StreamImage } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { readableItems } from "../aws/readable-items.ts";

/** Every read is strongly consistent. */
interface StoredAlerts extends AlertsOfTarget {
  /** Every alert of the organization, in no particular order. */
  list(organizationId: string): Promise<StoredAlert[]>;
}

export function dynamodbAlerts(
  client: DynamoDBClient,
  { alerts: tableName }: Tables<"alerts">,
): StoredAlerts {
  return {
    async list(organizationId) {
      const items = await organizationItems(client, { tableName, organizationId });
      return readableItems("alerts", items, alertOf);
    },

    async on({ organizationId, targetId }) {
      const items = await queriedItems(client, {
        TableName: tableName,
        KeyConditionExpression:
          "organizationId = :organizationId AND begins_with(alertKey, :target)",
        ExpressionAttributeValues: marshall({
          ":organizationId": organizationId,
          ":target": `${targetId}/`,
        }),
        ConsistentRead: true,
      });
      return items.map(alertOf);
    },
  };
}

/** Creates an alert, unless there is one with this id. */
export function alertCreation(tableName: string, alert: StoredAlert): TransactWriteItem {
  return {
    Put: {
      TableName: tableName,
      Item: marshall({ alertKey: alertKeyText(alert), ...alert }),
      ConditionExpression: "attribute_not_exists(alertKey)",
    },
  };
}

/** Replaces an alert on condition that it is as it was read; raises its revision. */
export function alertReplacement(
  tableName: string,
  { before, after }: { before: StoredAlert; after: StoredAlert },
): TransactWriteItem {
  const item = { ...after, alertKey: alertKeyText(after), revision: before.revision + 1 };
  return {
    Put: {
      TableName: tableName,
      Item: marshall(item),
      ...isUnchanged(before),
    },
  };
}

/** Deletes an alert on condition that it is as it was read. */
export function alertDeletion(tableName: string, before: StoredAlert): TransactWriteItem {
  const { organizationId } = before;
  return {
    Delete: {
      TableName: tableName,
      Key: marshall({ organizationId, alertKey: alertKeyText(before) }),
      ...isUnchanged(before),
    },
  };
}

function isUnchanged({ revision }: StoredAlert) {
  return {
    ConditionExpression: "revision = :revision",
    ExpressionAttributeValues: marshall({ ":revision": revision }),
  };
}

/** Sorts an organization's alerts by what they watch. */
function alertKeyText({ targetId, id }: StoredAlert): string {
  return `${targetId}/${id}`;
}

/** The alert in a stream's image; throws for any other image. */
export function alertIn(image: unknown): StoredAlert {
  return alertOf(StreamImage.parse(image));
}

function alertOf(item: Record<string, AttributeValue>): StoredAlert {
  return parseItem(StoredAlert, item);
}
