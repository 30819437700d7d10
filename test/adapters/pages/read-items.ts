import type { AttributeValue, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { restoredTable } from "../../system/restored-table.ts";

export type Item = Record<string, AttributeValue>;

/** What a test of a read has stored. */
export interface Stored {
  tableName: string;
  /** In the order in which the read returns them. */
  items: { name: string; isKept: boolean; item: Item }[];
}

type Place = { client: DynamoDBClient; id: string; tableName: string };
export type Page = { names: string[]; next: string | null };

/** One read, with items of which the one at `index` is left out by its filter unless it is `kept`. */
export interface PagedRead {
  /** The file of the read, and its name. */
  of: `${string}.ts ${string}`;
  /** How many commands of this file it sends; one unless given. */
  sites?: number;
  keys: readonly string[];
  hasFilter?: boolean;
  isUnordered?: boolean;
  /** Its cursors say nothing to others, or lie between two items. */
  hidesItsPosition?: boolean;
  /** A page has one more than it was asked for. */
  looksOneFurther?: boolean;
  /** DynamoDB's own limit never cuts its pages to less than this. */
  smallestPage?: number;
  items(id: string, kept: boolean[]): Stored | Promise<Stored>;
  /** Everything in a loop of its own, or a page of at most `limit` from a cursor on. */
  all?(at: Place): Promise<string[]>;
  page?(at: Place, query: { limit: number; from: string | undefined }): Promise<Page>;
}

export const at = (index: number) => new Date(Date.UTC(2040, 0, 1, index)).toISOString();
export const newestFirst = (stored: Stored): Stored => ({
  ...stored,
  items: stored.items.reverse(),
});
const damaged = { name: 7, count: "damaged", plan: "damaged" };

/** Items of a table, one for each of `kept`. */
export const of =
  (tableName: string, item: (id: string, index: number, isKept: boolean) => [string, object]) =>
  (id: string, kept: boolean[]): Stored => ({
    tableName,
    items: kept.map((isKept, index) => {
      const [name, values] = item(id, index, isKept);
      return { name, isKept, item: marshall(values, { removeUndefinedValues: true }) };
    }),
  });

/** In a table of its own, because the read returns all that is in it. */
export const inOwnTable =
  (table: string, item: Parameters<typeof of>[1]) => async (id: string, kept: boolean[]) =>
    of((await restoredTable(table, [])).tableName, item)(id, kept);

export const entry = (id: string, index: number, action: string): [string, object] => [
  `${at(index)}.x`,
  {
    ...{ organizationId: id, entryKey: `${at(index)}.x`, at: at(index), action },
    actor: { kind: "operator", id: null, name: null },
    ...{ target: { kind: "gate", id: `gat_${index}`, name: null }, before: null, after: null },
  },
];

export const event = (id: string, index: number, isKept: boolean): [string, object] => [
  String(index + 1),
  {
    ...{ counterKey: `${id}/ctr_1`, lastEventId: index + 1, eventType: "increment", count: 1 },
    ...{ previousCount: 0, delta: 1, metadata: null, createdAt: at(index) },
    ...(!isKept && damaged),
  },
];

export const mark = (id: string, index: number): [string, object] => [
  at(index),
  {
    ...{ targetKey: `${id}/ctr_1`, mark: `hour#${at(index)}`, level: 1, ups: 1, downs: 0 },
    ...{ late: 0, position: index + 1 },
  },
];

export const firing = (id: string, index: number, isKept: boolean): [string, object] => {
  const alertId = isKept ? "alt_1" : "alt_2";
  const firingKey = `${at(index)}/${alertId}/ctr_1:${index + 1}`;
  const values = {
    ...{ organizationId: id, firingKey, scope: "counter", kind: "absolute", alertId },
    ...{ alertName: "Full", counterId: "ctr_1", counterName: "Gate", groupId: null },
    ...{ groupName: null, threshold: 1, capacity: null, percent: null, previousLevel: 0 },
    ...{ level: 1, lastEventId: index + 1, createdAt: at(index) },
  };
  return [firingKey, values];
};
export const firingKey = ({ createdAt, alertId, counterId, lastEventId }: FiringName) =>
  `${createdAt}/${alertId}/${counterId}:${lastEventId}`;
type FiringName = { createdAt: string; alertId: string; counterId: string; lastEventId: number };

export const endpointOf = (id: string) => `end_${id.slice(4)}`;
export const deliveryKey = (index: number) => `${index}`.padStart(28, "0");
export const delivery = (id: string, index: number, isKept: boolean): [string, object] => [
  deliveryKey(index),
  {
    ...{ endpointId: endpointOf(id), deliveryKey: deliveryKey(index), organizationId: id },
    ...{ eventId: `counter.increment:ctr_1:${index}`, state: "failed", attempts: [] },
    eventType: isKept ? "counter.increment" : "counter.decrement",
    ...{ openKey: `failed#${deliveryKey(index)}`, closedAtMs: 1, createdAt: at(index) },
  },
];
export const keyOfDelivery = ({ deliveryId }: { deliveryId: string }) => deliveryId.slice(-28);
export const organization = (id: string, index: number, isKept: boolean): [string, object] => [
  `${id}${index}`,
  {
    ...{ organizationId: `${id}${index}`, name: `Zoo ${index}`, plan: "free", timeZone: "UTC" },
    ...{ createdAt: at(index), apiKeys: {}, counterCount: 0, revision: 1 },
    ...(!isKept && damaged),
  },
];

export async function gathered<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}
