import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { consumedCapacity } from "./consumed-capacity.ts";
import type { ProxiedCall } from "./dynamodb-proxy.ts";

/** Capacity units and the calls that they went to, such as `PutItem deliveries`. */
export interface CallCapacity {
  call: string;
  kind: "read" | "write";
  units: number;
}

/** What calls of each kind consumed together, in alphabetical order. */
export function capacityByCall(outputs: StackOutputs, calls: ProxiedCall[]): CallCapacity[] {
  const names = tableNames(outputs);
  const byCall = new Map<string, CallCapacity>();
  for (const proxied of calls) {
    for (const { table, kind, units } of consumedCapacity([proxied])) {
      const call = `${proxied.operation} ${names.get(table)}`;
      const sum = byCall.get(call)?.units ?? 0;
      byCall.set(call, { call, kind, units: sum + units });
    }
  }
  return [...byCall.values()].sort((a, b) => a.call.localeCompare(b.call));
}

/** Short names of the tables, such as `count-events`, by their full names. */
export function tableNames(outputs: StackOutputs): Map<string, string> {
  return new Map(Object.entries(outputs).map(([output, value]) => [value, shortName(output)]));
}

function shortName(output: string): string {
  return output
    .replace(/Table$/, "")
    .replace(/(?<=.)[A-Z]/g, "-$&")
    .toLowerCase();
}

export const unitName = { read: "RCU", write: "WCU" };

/** `GetItem endpoints 1 RCU + PutItem deliveries 1 WCU`, for each of so many. */
export function capacityText(capacity: CallCapacity[], each: number): string {
  if (capacity.length === 0) return "no call";
  return capacity
    .map(
      ({ call, kind, units }) => `${call} ${Number((units / each).toFixed(3))} ${unitName[kind]}`,
    )
    .join(" + ");
}
