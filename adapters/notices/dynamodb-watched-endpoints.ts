import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import type { WatchingPorts } from "../../core/notices/watch-endpoints.ts";
import { planIncludesWebhooks, plans } from "../../core/organizations/plan.ts";
import { type Tables, tables } from "../../core/tables.ts";
import { StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { conditionalUpdate } from "../aws/conditional-update.ts";
import { parseItem, projectionOf } from "../aws/dynamodb-items.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { countOpen } from "../webhooks/dynamodb-open-deliveries.ts";

/** What a mail says at most; counting more would cost more. */
const mostCounted = 1_000;

/** The endpoints of which people may have to hear, of plans with webhooks. */
export function dynamodbWatchedEndpoints(
  client: DynamoDBClient,
  tableNames: Tables<"webhookEndpoints" | "deliveries">,
  clock: Pick<Clock, "backOff">,
): Pick<WatchingPorts, "dueEndpoints" | "watchedEndpoint" | "countDeliveries" | "recordLook"> {
  const TableName = tableNames.webhookEndpoints;
  const update = conditionalUpdate(client, TableName, clock);

  async function due(plan: string, nowMs: number, most: number) {
    const items = await queriedItems(client, {
      TableName,
      IndexName: tables.webhookEndpoints.index.name,
      KeyConditionExpression: "#plan = :plan AND watchAt <= :now",
      ExpressionAttributeNames: { "#plan": "plan" },
      ExpressionAttributeValues: marshall({
        ":plan": plan,
        ":now": new Date(nowMs).toISOString(),
      }),
      Limit: most,
    });
    return items.map((item) => parseItem(IndexEntry, item));
  }

  return {
    async dueEndpoints(nowMs, most) {
      const found: z.infer<typeof IndexEntry>[] = [];
      for (const plan of plans.filter(planIncludesWebhooks)) {
        found.push(...(await due(plan, nowMs, most)));
      }
      const earliest = found.toSorted((a, b) => a.watchAt.localeCompare(b.watchAt)).slice(0, most);
      return earliest.map(({ organizationId, endpointId }) => ({ organizationId, endpointId }));
    },

    async watchedEndpoint(key) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName,
          Key: marshall(key),
          ConsistentRead: true,
          ...projectionOf(Object.keys(WatchedItem.shape)),
        }),
      );
      const item = Item && parseItem(WatchedItem, Item);
      return item?.watchAt === undefined ? undefined : { ...item, watchAt: item.watchAt };
    },

    async countDeliveries(endpointId, { state, sinceMs, untilMs }) {
      const of = { endpointId, state, since: sinceMs, until: untilMs, limit: mostCounted };
      const { count, exact } = await countOpen(client, tableNames.deliveries, of);
      return { count, isExact: exact };
    },

    async recordLook({ organizationId, endpointId, watchAt: seenAt, failingSinceMs }, look) {
      const { watched, watchAt } = look;
      const next = watchAt === undefined ? " REMOVE watchAt" : ", watchAt = :watchAt";
      const isAsSeen =
        failingSinceMs === undefined
          ? "attribute_not_exists(failingSinceMs)"
          : "failingSinceMs = :failingSinceMs";
      // What has changed meanwhile stays due: the next sweep looks at it again.
      await update(
        { organizationId, endpointId },
        {
          UpdateExpression: `SET watched = :watched${next}`,
          ConditionExpression: `watchAt = :seenAt AND ${isAsSeen}`,
          ExpressionAttributeValues: marshall({
            ...{ ":watched": watched, ":seenAt": seenAt },
            ...(watchAt !== undefined && { ":watchAt": watchAt }),
            ...(failingSinceMs !== undefined && { ":failingSinceMs": failingSinceMs }),
          }),
        },
      );
    },
  };
}

const IndexEntry = z.object({
  organizationId: z.string(),
  endpointId: z.string(),
  watchAt: z.iso.datetime(),
});

/** No secret, and no setting. */
const WatchedItem = StoredEndpoint.pick({
  ...{ organizationId: true, name: true, url: true, pausedAt: true, failingSinceMs: true },
  ...{ lastErrorAtMs: true, lastSuccessAtMs: true, watchAt: true, watched: true },
}).extend({ endpointId: z.string() });
