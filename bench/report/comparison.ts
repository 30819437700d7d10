import { type Figure, figureKey } from "./figure.ts";
import { median } from "./statistics.ts";
import { markdownTable, valueText } from "./table.ts";

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

/** The figures that both have, those that changed first; undefined when there are none. */
export function comparisonTable(before: Figure[], after: Figure[]): string | undefined {
  const earlier = new Map(before.map((figure) => [figureKey(figure), figure]));
  const rows = after.flatMap((figure) => {
    const same = earlier.get(figureKey(figure));
    return same === undefined ? [] : [rowOf(same, figure)];
  });
  if (rows.length === 0) return undefined;
  const ordered = rows.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged));
  return markdownTable(
    ["What", "Before", "After", "Ratio", "Verdict"],
    ordered.map(({ cells }) => cells),
    true,
  );
}

function rowOf(before: Figure, after: Figure) {
  const isChanged = differ(before, after);
  const ratio = before.value === 0 ? "" : (after.value / before.value).toFixed(2);
  const verdict = isChanged ? "changed" : "within noise";
  return { isChanged, cells: [after.name, valueText(before), valueText(after), ratio, verdict] };
}

/** No round of one is among those of the other, and they differ by more than a twentieth. */
export function differ(before: Figure, after: Figure): boolean {
  const all = ({ value, rounds = [value] }: Figure) => rounds;
  const [low, high] = before.value < after.value ? [before, after] : [after, before];
  return high.value > 1.05 * low.value && Math.min(...all(high)) > Math.max(...all(low));
}
