import {
  type AttributeValue,
  type DynamoDBClient,
  paginateQuery,
  type TransactWriteItem,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { CountMark, type MarkReader, type MarkTarget } from "../../core/counters/count-mark.ts";
import { Resolution } from "../../core/counters/interval.ts";
import type { MarkWriter } from "../../core/counters/rebuild-marks.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
import { batchWrite } from "../aws/dynamodb-batch-write.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { queriedItems } from "../aws/queried-items.ts";

/** Reads the marks of a counter or group; strongly consistent. */
export function dynamodbMarkReader(
  client: DynamoDBClient,
  { countMarks: tableName }: Tables<"countMarks">,
): MarkReader {
  return {
    async from(target, { resolution, at, limit }) {
      const condition = { ":first": `${resolution}#${at}`, ":end": `${resolution}$` };
      const items = await queriedItems(client, {
        TableName: tableName,
        KeyConditionExpression: "targetKey = :target AND mark BETWEEN :first AND :end",
        ExpressionAttributeValues: marshall({ ":target": targetText(target), ...condition }),
        Limit: limit,
        ConsistentRead: true,
      });
      return items.map(markOf);
    },
  };
}

/** Writes marks outside of transactions: each write may be repeated. */
export function dynamodbMarkWriter(
  client: DynamoDBClient,
  { countMarks: tableName }: Tables<"countMarks">,
): MarkWriter {
  const write = (requests: WriteRequest[]) => batchWrite(client, tableName, requests);

  return {
    async positions(target, resolution, { from = "", to }) {
      const positions = new Map<string, number>();
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          KeyConditionExpression: "targetKey = :target AND mark BETWEEN :from AND :to",
          ProjectionExpression: "mark, #position",
          ExpressionAttributeNames: { "#position": "position" },
          ExpressionAttributeValues: marshall({
            ":target": targetText(target),
            ":from": `${resolution}#${from}`,
            ":to": to === undefined ? `${resolution}$` : `${resolution}#${to}`,
          }),
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          const { mark, position } = parseItem(MarkPosition, item);
          positions.set(mark.slice(resolution.length + 1), position);
        }
      }
      return positions;
    },

    put: (target, marks) =>
      write(marks.map((mark) => ({ PutRequest: { Item: markItem(target, mark) } }))),

    delete: (target, resolution, starts) =>
      write(
        starts.map((at) => {
          const key = { targetKey: targetText(target), mark: `${resolution}#${at}` };
          return { DeleteRequest: { Key: marshall(key) } };
        }),
      ),
  };
}

/** Writes marks with the count that begins their intervals, whose own condition protects them. */
export function markPuts(
  tableName: string,
  target: MarkTarget,
  marks: CountMark[],
): TransactWriteItem[] {
  return marks.map((mark) => ({ Put: { TableName: tableName, Item: markItem(target, mark) } }));
}

/** The partition of a counter's or group's marks; it begins with the organization. */
function targetText({ organizationId, targetId }: MarkTarget): string {
  return `${organizationId}/${targetId}`;
}

/** The item of a mark. */
export function markItem(
  target: MarkTarget,
  { resolution, at, ...values }: CountMark,
): Record<string, AttributeValue> {
  return marshall({ targetKey: targetText(target), mark: `${resolution}#${at}`, ...values });
}

function markOf(item: Record<string, AttributeValue>): CountMark {
  const { mark, ...values } = parseItem(MarkItem, item);
  const [resolution, at = ""] = mark.split("#");
  return { resolution: Resolution.parse(resolution), at, ...values };
}

const MarkItem = CountMark.omit({ resolution: true, at: true }).extend({
  mark: z.string().regex(/^(minute|hour|day)#\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
});

const MarkPosition = z.object({ mark: z.string(), position: z.int() });

/** The marks of a day by the ids of those that have one. */
export async function dayMarks(
  client: DynamoDBClient,
  { countMarks: tableName }: Tables<"countMarks">,
  { targets, startedAt }: { targets: MarkTarget[]; startedAt: string },
): Promise<Map<string, CountMark>> {
  const mark = `day#${startedAt}`;
  const wanted = targets.map((target) => ({
    tableName,
    key: marshall({ targetKey: targetText(target), mark }),
  }));
  const items = (await batchGet(client, wanted)).get(tableName) ?? [];
  return new Map(items.map((item) => [item.targetKey?.S?.split("/").at(-1) ?? "", markOf(item)]));
}
