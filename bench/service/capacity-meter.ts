import { exactly, type Figure } from "../report/figure.ts";
import { tableNames, unitName } from "./capacity-by-call.ts";
import { type Consumed, consumedCapacity, unitsOf } from "./consumed-capacity.ts";
import type { MeasuredService } from "./measured-service.ts";

const kinds = ["read", "write"] as const;

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
    const byTable = Map.groupBy(consumed, ({ table }) => names.get(table));
    const parts = [...byTable].flatMap(([table, consumed]) =>
      kinds.flatMap((kind) => {
        const units = unitsOf(consumed, kind);
        return units === 0 ? [] : `${table} ${units} ${unitName[kind]}`;
      }),
    );
    // Calls in parallel end in any order.
    return { consumed, text: parts.sort().join(" + ") || "no call" };
  };
}

type Units = { WCU?: number; RCU?: number };

/** The write and the read units of an action, which can be expected to be so many. */
export function unitFigures(
  name: string,
  { consumed, text }: Cost,
  expected: Units = {},
): Figure[] {
  const figure = (kind: Consumed["kind"], is: number | undefined) => {
    const units = unitsOf(consumed, kind);
    const value = is === undefined ? { value: units } : exactly(units, is);
    return { name, ...value, unit: unitName[kind] };
  };
  return [{ ...figure("write", expected.WCU), detail: text }, figure("read", expected.RCU)];
}
