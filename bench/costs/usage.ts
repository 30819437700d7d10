import type { Figure } from "../report/figure.ts";
import { figuresOf, type Result } from "../report/results.ts";
import { listPrices, type Price, type PriceName, priceNames } from "./list-prices.ts";

/** How many units AWS charges, by their price. */
export type Usage = Partial<Record<PriceName, number>>;

export interface BillLine {
  service: string;
  amount: number;
  unit: string;
  /** Dollars for `per` units. */
  price: number;
  per: number;
  dollars: number;
}

export function bill(usage: Usage): BillLine[] {
  return priceNames.flatMap((name) => {
    const amount = usage[name] ?? 0;
    if (amount === 0) return [];
    const { dollars: price, ...about }: Price = listPrices[name];
    return [{ ...about, amount, price, dollars: (amount * price) / about.per }];
  });
}

export function dollarsOf(usage: Usage): number {
  return bill(usage).reduce((sum, { dollars }) => sum + dollars, 0);
}

export function times(count: number, usage: Usage): Usage {
  return byPrice((name) => count * (usage[name] ?? 0));
}

export function sum(...usages: Usage[]): Usage {
  return byPrice((name) => usages.reduce((total, usage) => total + (usage[name] ?? 0), 0));
}

function byPrice(amountOf: (name: PriceName) => number): Usage {
  return Object.fromEntries(priceNames.map((name) => [name, amountOf(name)]));
}

/** What benchmarks write of a usage, and `usageOf` reads: a figure for each price, by its unit. */
export function usageFigures(
  name: string,
  { usage, detail }: { usage: Usage; detail: string },
): Figure[] {
  return bill(usage).map(({ amount: value, unit }, index) => ({
    name,
    value,
    unit,
    ...(index === 0 && { detail }),
  }));
}

/** The figures of `units` of a name whose units have prices; throws when there is none. */
export function usageOf(results: Result[], name: string): Usage {
  const figures = figuresOf(results, "units", name);
  return byPrice(
    (price) => figures.find(({ unit }) => unit === listPrices[price].unit)?.value ?? 0,
  );
}
