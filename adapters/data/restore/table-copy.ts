import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  DynamoDBServiceException,
  PutItemCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { TableFacts } from "../../../core/data/restore/check-source.ts";
import { pauseMs, type RestorePorts } from "../../../core/data/restore/restore-table.ts";
import { canonicalText, type StoredValue } from "../../../core/data/stored-item.ts";
import { batchGet } from "../../aws/dynamodb-batch-get.ts";
import { besideTransactions } from "../../aws/dynamodb-transaction.ts";
import { wasSentAgain } from "../../aws/failed-calls.ts";
import { patientClock, systemClock } from "../../system-clock.ts";

type Item = Record<string, AttributeValue>;

/** The most keys of one BatchGetItem. */
const pageSize = 100;

/** After this many throttles in a row, some 8 s, the call fails. */
const maximumAttempts = 12;

export interface CopyTables {
  source: string;
  live: TableFacts;
  /** Read and write units of the live table together. */
  unitsPerSecond: number;
}

type Copy = Pick<RestorePorts<Item>, "pages" | "live" | "write" | "keepPace">;

/** Reads a restored table, and compares and writes the live one. */
export function tableCopy(
  client: DynamoDBClient,
  { source, live: { name: TableName, keys }, unitsPerSecond }: CopyTables,
): Copy {
  const startMs = performance.now();
  let units = 0;
  const keyNames = keys.map(({ name }) => name);
  const keyOf = (item: Item): Item =>
    Object.fromEntries(Object.entries(item).filter(([name]) => keyNames.includes(name)));
  const textOfKey = (item: Item) => JSON.stringify(keyNames.map((name) => item[name]));

  return {
    async *pages(from) {
      let next = from === undefined ? undefined : positionKey(from, source);
      do {
        const ExclusiveStartKey = next;
        const page = await patiently(() =>
          client.send(
            new ScanCommand({
              TableName: source,
              Limit: pageSize,
              ConsistentRead: true,
              ...(ExclusiveStartKey && { ExclusiveStartKey }),
            }),
          ),
        );
        next = page.LastEvaluatedKey;
        yield { items: page.Items ?? [], next: next && positionText({ table: source, key: next }) };
      } while (next !== undefined);
    },

    async live(items) {
      const wanted = items.map((item) => ({ tableName: TableName, key: keyOf(item) }));
      const found = (await patiently(() => batchGet(client, wanted))).get(TableName) ?? [];
      // About: one of a larger item costs more.
      units += items.length;
      const byKey = new Map(found.map((item) => [textOfKey(item), item]));
      return items.map((item) => byKey.get(textOfKey(item)));
    },

    async write(item, { set, remove }, live) {
      const Item: Item = { ...item };
      for (const [name, value] of Object.entries(set)) Item[name] = attributeValue(value);
      for (const name of remove) delete Item[name];
      const put = new PutItemCommand({
        TableName,
        Item,
        ...unchanged(live, keyNames[0] ?? "", [...Object.keys(Item), ...remove]),
        ReturnConsumedCapacity: "TOTAL",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      });
      try {
        const written = await patiently(() =>
          besideTransactions(systemClock, () => client.send(put)),
        );
        units += written.ConsumedCapacity?.CapacityUnits ?? 1;
        return true;
      } catch (error) {
        units += 1;
        if (error instanceof ConditionalCheckFailedException) return isOwnWrite(error, Item);
        throw error;
      }
    },

    async keepPace() {
      const elapsedMs = performance.now() - startMs;
      const waitMs = pauseMs({ units, elapsedMs }, unitsPerSecond);
      await patientClock.sleepUntil(systemClock.now() + waitMs);
    },
  };
}

/**
 * The condition that an item is still missing, or has each attribute that was read and none of those
 * that it lacked and that are written or removed.
 */
function unchanged(live: Item | undefined, partitionKey: string, written: string[]) {
  if (live === undefined) {
    return {
      ConditionExpression: "attribute_not_exists(#key)",
      ExpressionAttributeNames: { "#key": partitionKey },
    };
  }
  const names = [...new Set([...Object.keys(live), ...written])];
  const numbered = names.map((name, index) => ({ name, index, value: live[name] }));
  return {
    ConditionExpression: numbered
      .map(({ index, value }) =>
        value === undefined ? `attribute_not_exists(#a${index})` : `#a${index} = :v${index}`,
      )
      .join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#a${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      numbered.flatMap(({ index, value }) => (value === undefined ? [] : [[`:v${index}`, value]])),
    ),
  };
}

/** Whether the SDK has sent the write again because its response was lost, and finds what it wrote. */
function isOwnWrite(error: ConditionalCheckFailedException, written: Item): boolean {
  if (error.Item === undefined || !wasSentAgain(error)) return false;
  return canonicalText(error.Item) === canonicalText(written);
}

/** No table has binary attributes, or sets of numbers. */
function attributeValue({ S, N, BOOL, SS, L, M }: StoredValue): AttributeValue {
  if (S !== undefined) return { S };
  if (N !== undefined) return { N };
  if (BOOL !== undefined) return { BOOL };
  if (SS !== undefined) return { SS };
  if (L !== undefined) return { L: L.map(attributeValue) };
  if (M === undefined) return { NULL: true };
  const values = Object.entries(M).map(([name, value]) => [name, attributeValue(value)] as const);
  return { M: Object.fromEntries(values) };
}

async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isThrottled = error instanceof DynamoDBServiceException && throttled.has(error.name);
      if (!isThrottled || attempt === maximumAttempts) throw error;
      await patientClock.backOff(attempt);
    }
  }
}

const throttled = new Set(["ProvisionedThroughputExceededException", "ThrottlingException"]);

const KeyPart = z.union([z.strictObject({ S: z.string() }), z.strictObject({ N: z.string() })]);
const Position = z.strictObject({ table: z.string(), key: z.record(z.string(), KeyPart) });

function positionText(position: { table: string; key: Item }): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The table that a position is of; undefined for text that is no position. */
export function tableOfPosition(text: string): string | undefined {
  return parsePosition(text)?.table;
}

function positionKey(text: string, source: string): Item {
  const position = parsePosition(text);
  if (position?.table !== source) throw new Error(`the position is not one of ${source}`);
  return position.key;
}

function parsePosition(text: string): z.infer<typeof Position> | undefined {
  try {
    return Position.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    // Whatever was typed.
    return undefined;
  }
}
