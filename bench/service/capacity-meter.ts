import { tableNames } from "./capacity-by-call.ts";
import { type Consumed, consumedCapacity } from "./consumed-capacity.ts";
import type { MeasuredService } from "./measured-service.ts";

const unitName = { read: "RCU", write: "WCU" };

export interface Cost {
  consumed: Consumed[];
  text: string;
}

/** Returns what one action consumed, all its calls together, also those it did not wait for. */
export type Meter = (act: () => Promise<unknown>) => Promise<Cost>;

export function capacityMeter({ proxy, outputs }: MeasuredService): Meter {
  const names = tableNames(outputs);
  return async (act) => {
    await proxy.takeCalls();
    await act();
    const calls = await proxy.takeCalls();
    const consumed = consumedCapacity(calls);
    const parts = consumed
      .map(({ table, kind, units }) => `${names.get(table)} ${units} ${unitName[kind]}`)
      // Calls in parallel end in any order.
      .sort();
    return { consumed, text: parts.length === 0 ? "0 (no call)" : parts.join(" + ") };
  };
}
