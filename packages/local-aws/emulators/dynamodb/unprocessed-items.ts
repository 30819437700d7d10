import * as z from "zod";
import type { BatchFaults } from "../batch-faults.ts";
import type { DynamodbResponse, DynamodbStep } from "./dynamodb-steps.ts";

/** An item of a batch: a write, or the key of what is read. */
interface Entry {
  table: string;
  item: unknown;
}

interface Batch {
  entries: Entry[];
  /** The form of `RequestItems` for some of the entries. */
  itemsOf(entries: Entry[]): object;
  /** What the response calls those that were not processed. */
  unprocessed: "UnprocessedItems" | "UnprocessedKeys";
}

const Writes = z.record(z.string(), z.array(z.unknown()));
const Reads = z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()) }));

const maxEntries = { BatchWriteItem: 25, BatchGetItem: 100 };

/** Leaves items of batches unprocessed; DynamoDB does so when it is busy or a response is too long. */
export function unprocessedItems(faults: BatchFaults): DynamodbStep {
  return (request) => {
    const { operation } = request;
    if (operation !== "BatchWriteItem" && operation !== "BatchGetItem") return undefined;
    const batch = readBatch(operation, request.input?.RequestItems);
    // DynamoDB refuses a batch with too many items as a whole.
    if (batch === undefined || batch.entries.length > maxEntries[operation]) return undefined;
    const { entries, itemsOf, unprocessed } = batch;
    const refused = faults.refused(operation, entries, (entry) => entry);
    if (refused.size === 0) return undefined;
    const left = entries.filter((entry) => !refused.has(entry));
    if (left.length === 0) {
      const { RequestItems, ReturnConsumedCapacity: asked = "NONE" } = request.input ?? {};
      const tables = [...new Set(entries.map(({ table }) => table))];
      const body = {
        ...(operation === "BatchGetItem" && { Responses: {} }),
        ...(asked !== "NONE" && {
          ConsumedCapacity: tables.map((TableName) => ({ TableName, CapacityUnits: 0 })),
        }),
        [unprocessed]: RequestItems,
      };
      return { respond: { status: 200, body } };
    }
    const change = (response: DynamodbResponse) => {
      if (response.status !== 200) return response;
      const body = new Map(Object.entries(response.body));
      const also = readBatch(operation, body.get(unprocessed))?.entries ?? [];
      const items = itemsOf([...refused, ...also]);
      return { status: 200, body: { ...response.body, [unprocessed]: items } };
    };
    return { input: { ...request.input, RequestItems: itemsOf(left) }, change };
  };
}

function readBatch(
  operation: "BatchWriteItem" | "BatchGetItem",
  requestItems: unknown,
): Batch | undefined {
  if (operation === "BatchWriteItem") {
    const writes = Writes.safeParse(requestItems);
    if (!writes.success) return undefined;
    return {
      entries: entriesOf(Object.entries(writes.data)),
      itemsOf: (entries) => Object.fromEntries(byTable(entries)),
      unprocessed: "UnprocessedItems",
    };
  }
  const reads = Reads.safeParse(requestItems);
  if (!reads.success) return undefined;
  return {
    entries: entriesOf(Object.entries(reads.data).map(([table, { Keys }]) => [table, Keys])),
    itemsOf: (entries) =>
      Object.fromEntries(
        byTable(entries).map(([table, Keys]) => [table, { ...reads.data[table], Keys }]),
      ),
    unprocessed: "UnprocessedKeys",
  };
}

function entriesOf(tables: [table: string, items: unknown[]][]): Entry[] {
  return tables.flatMap(([table, items]) => items.map((item) => ({ table, item })));
}

function byTable(entries: Entry[]): [table: string, items: unknown[]][] {
  const tables = Map.groupBy(entries, ({ table }) => table);
  return [...tables].map(([table, requests]) => [table, requests.map(({ item }) => item)]);
}
