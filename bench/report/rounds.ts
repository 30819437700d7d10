import { type Figure, figureKey } from "./figure.ts";
import { median } from "./statistics.ts";

/** The figures of several rounds as one each; a figure that a round lacks is of the others. */
export function overRounds(rounds: Figure[][]): Figure[] {
  return [...Map.groupBy(rounds.flat(), figureKey).values()].flatMap(figureOver);
}

function figureOver(figures: Figure[]): Figure[] {
  const [first] = figures;
  if (first === undefined || figures.length === 1) return figures;
  const values = figures.map(({ value }) => value);
  const value = summary(first, values);
  const [nearest = first] = figures.toSorted(
    (a, b) => Math.abs(a.value - value) - Math.abs(b.value - value),
  );
  return [{ ...nearest, value, rounds: values }];
}

/** One round with a loss is a loss: what must be exact is the worst round, everything else the median. */
function summary({ target }: Figure, values: number[]): number {
  if (target?.is !== "=") return median(values);
  const [worst = target.value] = values.toSorted(
    (a, b) => Math.abs(b - target.value) - Math.abs(a - target.value),
  );
  return worst;
}
