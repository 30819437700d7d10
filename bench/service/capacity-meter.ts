import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { consumedCapacity, unitsOf } from "./consumed-capacity.ts";
import type { ProxiedCall } from "./dynamodb-proxy.ts";
import type { MeasuredService } from "./measured-service.ts";

/** Capacity units and the calls that they went to, such as `PutItem deliveries`. */
export interface CallCapacity {
  call: string;
  kind: "read" | "write";
  units: number;
}

/** Returns what one action consumed, all its calls together, also those it did not wait for. */
type Meter = (act: () => Promise<unknown>) => Promise<CallCapacity[]>;

export function capacityMeter({ proxy, outputs }: MeasuredService): Meter {
  return async (act) => {
    proxy.asksForCapacity = true;
    await proxy.takeCalls();
    await act();
    const calls = await proxy.takeCalls();
    proxy.asksForCapacity = false;
    return capacityByCall(outputs, calls);
  };
}

/** What calls of each kind consumed together, in alphabetical order: those in parallel end in any. */
export function capacityByCall(outputs: StackOutputs, calls: ProxiedCall[]): CallCapacity[] {
  const names = new Map(
    Object.entries(outputs).map(([output, value]) => [value, shortName(output)]),
  );
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

function shortName(output: string): string {
  return output
    .replace(/Table$/, "")
    .replace(/(?<=.)[A-Z]/g, "-$&")
    .toLowerCase();
}

const unitName = { read: "RCU", write: "WCU" };

/** `GetItem endpoints 1 RCU + PutItem deliveries 1 WCU`, for each of so many. */
export function capacityText(capacity: CallCapacity[], each = 1): string {
  const texts = capacity.map(
    ({ call, kind, units }) => `${call} ${Number((units / each).toFixed(3))} ${unitName[kind]}`,
  );
  return texts.join(" + ") || "no call";
}

/** The write and the read units of an action, which can be expected to be so many. */
export function unitFigures(
  name: string,
  capacity: CallCapacity[],
  expected: { WCU?: number; RCU?: number } = {},
): Figure[] {
  const figure = (unit: "WCU" | "RCU", units: number) => {
    const is = expected[unit];
    return { name, ...(is === undefined ? { value: units } : exactly(units, is)), unit };
  };
  return [
    { ...figure("WCU", unitsOf(capacity, "write")), detail: capacityText(capacity) },
    figure("RCU", unitsOf(capacity, "read")),
  ];
}
