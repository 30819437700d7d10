import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { MeasuredList } from "../../core/counters/list-budget.ts";
import type { StoredGroup } from "../../core/groups/group.ts";
import { Organization } from "../../core/organizations/organization.ts";
import type { OverviewOrganization, OverviewPorts } from "../../core/overview/overview.ts";
import type { Candidate } from "../../core/overview/select-targets.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { dayMarks } from "../counters/dynamodb-count-marks.ts";
import { dynamodbCounterList } from "../counters/dynamodb-counter-list.ts";
import { groupOf } from "../groups/dynamodb-groups.ts";
import { StoredCalendar } from "../organizations/dynamodb-calendar.ts";

/** Reads what the overview needs of an organization's item. */
export function dynamodbOverviewOrganization(
  client: DynamoDBClient,
  { organizations: tableName }: Tables<"organizations">,
): OverviewPorts["organization"] {
  return async (organizationId) => {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tableName,
        Key: { organizationId: { S: organizationId } },
        ProjectionExpression: "#plan, #timeZone, dayStarts, pins",
        ExpressionAttributeNames: { "#plan": "plan", "#timeZone": "timeZone" },
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) return undefined;
    const { plan, pins = [], ...calendar } = parseItem(OverviewItem, Item);
    return { plan, pins, calendar } satisfies OverviewOrganization;
  };
}

const OverviewItem = StoredCalendar.extend(Organization.pick({ plan: true, pins: true }).shape);

/** Those of these groups that exist, in one round trip. */
export function dynamodbGroupsById(
  client: DynamoDBClient,
  { counterGroups: tableName }: Tables<"counterGroups">,
): OverviewPorts["groups"] {
  return async ({ organizationId, groupIds }): Promise<StoredGroup[]> => {
    const wanted = groupIds.map((groupId) => ({
      tableName,
      key: marshall({ organizationId, groupId }),
    }));
    const items = (await batchGet(client, wanted)).get(tableName) ?? [];
    return readableItems("counterGroups", items, groupOf);
  };
}

/** Lists what the selection has to know of counters in use, without making whole counters. */
export function dynamodbCandidates(
  client: DynamoDBClient,
  tables: Tables<"counters">,
): MeasuredList<Candidate[]> {
  const list = dynamodbCounterList(client, tables, { shape: Listed.shape, archived: false });
  return async (organizationId, signal) => {
    const { counters: json, readUnits } = await list(organizationId, signal);
    const { counters } = JSON.parse(json.toString()) as { counters: Listed[] };
    return { counters: counters.map(candidateOf), readUnits };
  };
}

/** Sums that a number does not hold exactly are near enough to rank by. */
const sum = z.coerce.number().default(0);

const Listed = z.object({
  id: z.string(),
  name: z.string(),
  count: z.int(),
  goalTarget: z.number().nullable(),
  lastCountAt: z.string().nullable().default(null),
  createdAt: z.string(),
  ups: sum,
  downs: sum,
});
type Listed = z.infer<typeof Listed>;

function candidateOf({ id, name, count, goalTarget, lastCountAt, createdAt, ups, downs }: Listed) {
  const counted = ups + downs;
  return { id, name, level: count, limit: goalTarget, lastCountAt, createdAt, counted };
}

/** One BatchGetItem for up to 100 of them. */
export function dynamodbCountedBefore(
  client: DynamoDBClient,
  tables: Tables<"countMarks">,
): OverviewPorts["countedBefore"] {
  return async (targets, startedAt) => {
    const marks = await dayMarks(client, tables, { targets, startedAt });
    return new Map([...marks].map(([id, { ups, downs }]) => [id, Number(ups + downs)]));
  };
}
