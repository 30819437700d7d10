import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import type { DueDayStore } from "../../core/organizations/due-days.ts";
import { tables as described, type Tables } from "../../core/tables.ts";
import { conditionalUpdate } from "../aws/conditional-update.ts";
import { parseItem, projectionOf } from "../aws/dynamodb-items.ts";
import { queriedItems } from "../aws/queried-items.ts";
import { StoredCalendar } from "./dynamodb-calendar.ts";

/** The one partition of the index of day starts. */
const partition = "all";

/** Organizations by the time at which their next day starts, and the claims of runs on them. */
export function dynamodbDueDays(
  client: DynamoDBClient,
  { organizations: TableName }: Tables<"organizations">,
  clock: Pick<Clock, "backOff">,
): DueDayStore & { plan(organizationId: string, atMs: number): Promise<void> } {
  const update = conditionalUpdate(client, TableName, clock);

  return {
    async plan(organizationId, atMs) {
      await update({ organizationId }, joinDayStarts(new Date(atMs).toISOString()));
    },

    async due(nowMs) {
      const items = await queriedItems(client, {
        TableName,
        IndexName: described.organizations.index.name,
        KeyConditionExpression: "dayStartsIndex = :partition AND nextDayStart <= :now",
        ExpressionAttributeValues: marshall({
          ":partition": partition,
          ":now": new Date(nowMs).toISOString(),
        }),
      });
      return items.map((item) => parseItem(Due, item));
    },

    async claim(organizationId, { nowMs, untilMs }) {
      // A claim that was lost with its run ends by itself. One whose response was lost, and which the
      // SDK has sent again, returns undefined: the next run comes in a minute.
      const isClaimed = await update(
        { organizationId },
        {
          UpdateExpression: "SET daysStartingUntil = :until",
          ConditionExpression:
            "nextDayStart <= :now AND " +
            "(attribute_not_exists(daysStartingUntil) OR daysStartingUntil <= :now)",
          ExpressionAttributeValues: marshall({
            ":now": new Date(nowMs).toISOString(),
            ":until": new Date(untilMs).toISOString(),
          }),
        },
      );
      if (!isClaimed) return undefined;
      const names = ["organizationId", "timeZone", "dayStarts", "nextDayStart", "revision"];
      const { Item } = await client.send(
        new GetItemCommand({
          TableName,
          Key: marshall({ organizationId }),
          ...projectionOf(names),
          ConsistentRead: true,
        }),
      );
      if (Item === undefined) return undefined;
      const { nextDayStart, revision, ...calendar } = parseItem(Claimed, Item);
      return { organizationId, nextDayStart, revision, calendar };
    },

    async advance({ organizationId, nextDayStart: planned, revision }, next) {
      await update(
        { organizationId },
        {
          UpdateExpression: "SET nextDayStart = :next REMOVE daysStartingUntil",
          ConditionExpression: "nextDayStart = :planned AND revision = :revision",
          ExpressionAttributeValues: marshall({
            ...{ ":planned": planned, ":next": next, ":revision": revision },
          }),
        },
      );
    },
  };
}

const Due = z.object({ organizationId: z.string(), nextDayStart: z.iso.datetime() });
const Claimed = StoredCalendar.extend({
  nextDayStart: z.iso.datetime(),
  revision: z.int(),
});

/**
 * The parts of an update with which an organization joins the index of day starts, unless it is in it:
 * it is due at once, and the next run of the schedule finds out when its next day starts.
 */
export function dayStartIndexParts(at: string) {
  return {
    expression: "SET nextDayStart = if_not_exists(nextDayStart, :due), dayStartsIndex = :partition",
    values: { ":due": at, ":partition": partition },
  };
}

/** Lets an organization join the index, with a counter that gets a daily reset. */
export function dayStartIndexUpdate(
  { organizations }: Tables<"organizations">,
  { organizationId, updatedAt: at }: { organizationId: string; updatedAt: string },
): TransactWriteItem {
  const Key = marshall({ organizationId });
  return { Update: { TableName: organizations, Key, ...joinDayStarts(at) } };
}

function joinDayStarts(at: string) {
  const { expression, values } = dayStartIndexParts(at);
  return {
    UpdateExpression: expression,
    // An update would otherwise create an organization that has just been deleted.
    ConditionExpression: "attribute_exists(organizationId)",
    ExpressionAttributeValues: marshall(values),
  };
}
