import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { ProxiedCall } from "./dynamodb-proxy.ts";
import { itemBytes } from "./item-size.ts";

export interface Consumed {
  table: string;
  kind: "read" | "write";
  units: number;
}

/** What DynamoDB charges for these calls. */
export function consumedCapacity(calls: ProxiedCall[]): Consumed[] {
  return calls.flatMap((call) => {
    const body: unknown = JSON.parse(call.responseBody.toString());
    return call.status === 200 ? served(call, body) : refused(call, body);
  });
}

export function unitsOf(
  consumed: Pick<Consumed, "kind" | "units">[],
  kind: Consumed["kind"],
): number {
  return consumed.reduce((sum, one) => sum + (one.kind === kind ? one.units : 0), 0);
}

const Capacity = z.object({ TableName: z.string(), CapacityUnits: z.number() });
const Served = z.object({
  ConsumedCapacity: z.union([Capacity.transform((one) => [one]), z.array(Capacity)]),
});

const readOperations = new Set(["GetItem", "BatchGetItem", "Query", "Scan", "TransactGetItems"]);

const Batch = z.object({ Statements: z.array(z.object({ Statement: z.string() })) });

/** The emulator reports nothing for a batch whose statements were all refused; each is a write unit. */
function refusedBatch(request: Buffer): Consumed[] {
  return Batch.parse(JSON.parse(request.toString())).Statements.map(({ Statement }) => ({
    table: /"([^"]+)"/.exec(Statement)?.[1] ?? "",
    kind: "write",
    units: 1,
  }));
}

function served({ operation, request }: ProxiedCall, body: unknown): Consumed[] {
  const kind = readOperations.has(operation) ? "read" : "write";
  if (operation === "BatchExecuteStatement" && !("ConsumedCapacity" in Object(body))) {
    return refusedBatch(request);
  }
  return Served.parse(body).ConsumedCapacity.map(({ TableName, CapacityUnits }) => ({
    table: TableName,
    kind,
    units: CapacityUnits,
  }));
}

const Item = z.custom<Record<string, AttributeValue>>((value) => typeof value === "object");
const Write = z.object({ TableName: z.string(), Item: Item.optional() });
const Transaction = z.object({ TransactItems: z.array(z.record(z.string(), Write)) });
const Refusal = z.object({
  __type: z.string(),
  Item: Item.optional(),
  CancellationReasons: z.array(z.object({ Item: Item.optional() })).optional(),
});

/**
 * The emulator reports nothing for a write whose condition failed. DynamoDB charges as much as for
 * writing the larger of the item that is there and the new one; a transaction, twice that.
 */
function refused({ request }: ProxiedCall, body: unknown): Consumed[] {
  const { __type, Item: existing, CancellationReasons } = Refusal.parse(body);
  const input: unknown = JSON.parse(request.toString());
  if (__type.endsWith("ConditionalCheckFailedException")) {
    const { TableName, Item: fresh } = Write.parse(input);
    return [{ table: TableName, kind: "write", units: writeUnits(existing, fresh) }];
  }
  if (__type.endsWith("TransactionCanceledException")) {
    const writes = Transaction.parse(input).TransactItems.flatMap((item) => Object.values(item));
    return writes.map(({ TableName, Item: fresh }, index) => ({
      table: TableName,
      kind: "write",
      units: 2 * writeUnits(CancellationReasons?.[index]?.Item, fresh),
    }));
  }
  throw new Error(`an unexpected response of DynamoDB: ${__type}`);
}

function writeUnits(...items: (Record<string, AttributeValue> | undefined)[]): number {
  return Math.max(1, ...items.map((item) => Math.ceil(itemBytes(item ?? {}) / 1024)));
}
