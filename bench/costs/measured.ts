/** What the benchmarks counted, as docs/operators/performance.md keeps it. */
export interface Measured {
  /** DynamoDB's units of a figure whose text names them; throws when there is no such figure. */
  units(figure: string): { written: number; read: number };
  /** The numbers in a figure's text, in their order. */
  numbers(figure: string): number[];
  /** Dollars of the million of these, for the smallest and the largest batches that were measured. */
  bill(beginning: string, million: string): { alone: number; together: number };
}

export function measuredOf(performancePage: string): Measured {
  const rows = new Map<string, string>();
  for (const [, figure, measured] of performancePage.matchAll(/^\| (.+?) \| (.+?) \|/gm)) {
    rows.set(figure ?? "", measured ?? "");
  }
  const textOf = (figure: string) => {
    const text = rows.get(figure);
    if (text === undefined) throw new Error(`the performance page has no figure "${figure}"`);
    return text;
  };
  return {
    units(figure) {
      // What follows says of which tables the units are.
      const [text = ""] = textOf(figure).split(/[:;]/);
      return { written: sumOf(text, "WCU"), read: sumOf(text, "RCU") };
    },
    numbers: (figure) => numbersIn(textOf(figure)),
    bill(beginning, million) {
      const bills = [...rows].flatMap(([figure, text]) => {
        const match = /^(.*), batches of ([\d.]+): (.*)$/.exec(figure);
        if (match?.[1] !== beginning || match[3] !== million) return [];
        return [{ batch: Number(match[2]), dollars: numbersIn(text)[0] ?? Number.NaN }];
      });
      const [alone, together] = [bills[0], bills.at(-1)];
      if (alone === undefined || together === undefined || alone.batch >= together.batch) {
        throw new Error(`the performance page has no two bills "${beginning} … ${million}"`);
      }
      return { alone: alone.dollars, together: together.dollars };
    },
  };
}

function sumOf(text: string, unit: "WCU" | "RCU"): number {
  const amounts = text.matchAll(new RegExp(`([\\d.]+) ${unit}`, "g"));
  return [...amounts].reduce((sum, [, amount]) => sum + Number(amount), 0);
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(",", "")),
  );
}
