import type { StackOutputs } from "../../adapters/stack-outputs.ts";
import { listPrices } from "../costs/list-prices.ts";
import { exactly, type Figure } from "../report/figure.ts";
import { consumedCapacity, unitsOf } from "./consumed-capacity.ts";
import type { ProxiedCall } from "./dynamodb-proxy.ts";
import { loggedBytes } from "./logged-bytes.ts";
import type { MeasuredService } from "./measured-service.ts";

/** Capacity units and the calls that they went to, such as `PutItem deliveries`. */
export interface CallCapacity {
  call: string;
  kind: "read" | "write";
  units: number;
}

/** What one action took, all its calls together, also those it did not wait for. */
export interface Metered {
  capacity: CallCapacity[];
  /** Of the functions that call DynamoDB through the proxy. */
  logBytes: number;
}

type Meter = (act: () => Promise<unknown>) => Promise<Metered>;

export function capacityMeter({ proxy, proxied, outputs }: MeasuredService): Meter {
  return async (act) => {
    proxy.asksForCapacity = true;
    await proxy.takeCalls();
    const logged = loggedBytes(proxied);
    await act();
    const calls = await proxy.takeCalls();
    proxy.asksForCapacity = false;
    return { capacity: capacityByCall(outputs, calls), logBytes: logged() };
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

/** The units of an action, of which those of DynamoDB can be expected to be so many, and its log. */
export function unitFigures(
  name: string,
  { capacity, logBytes }: Metered,
  expected: { WCU?: number; RCU?: number } = {},
): Figure[] {
  const figure = (unit: "WCU" | "RCU", units: number) => {
    const is = expected[unit];
    return { name, ...(is === undefined ? { value: units } : exactly(units, is)), unit };
  };
  return [
    { ...figure("WCU", unitsOf(capacity, "write")), detail: capacityText(capacity) },
    figure("RCU", unitsOf(capacity, "read")),
    { name, value: logBytes, unit: listPrices.logsIngestion.unit },
  ];
}
