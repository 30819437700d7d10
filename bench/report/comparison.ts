import type * as z from "zod";
import { Figure, figureKey } from "./figure.ts";
import type { Result } from "./result.ts";
import { markdownTable, valueText } from "./table.ts";
import { amount, comparabilityOf } from "./units.ts";

const Measured = Figure.pick({ value: true, rounds: true });
type Measured = z.infer<typeof Measured>;

/** A figure as it was and as it is. */
export const Pair = Figure.pick({ name: true, unit: true, target: true }).extend({
  before: Measured,
  after: Measured,
});
export type Pair = z.infer<typeof Pair>;

export type Verdict = "worse" | "better" | "within noise" | "not judged" | "other machine";

/** What a part's results say of it and of those before. */
export interface Comparison {
  /** How many figures both have. */
  compared: number;
  worse: Pair[];
  text: string;
}

export function compareResults(before: Result, after: Result): Comparison {
  const sameMachine = before.machine === after.machine;
  const pairs = pairsOf(before.figures, after.figures);
  const worse = pairs.filter((pair) => verdictOf(pair, sameMachine) === "worse");
  const lines = [
    ...(sameMachine ? [] : [`Times are not compared: the results are of ${before.machine}.`]),
    ...onlyIn(before, after).map((name) => `No longer measured: ${name}`),
    ...onlyIn(after, before).map((name) => `Not in the results: ${name}`),
    `${worse.length} of ${pairs.length} figures got worse by more than their noise.`,
  ];
  const text = [before.part, comparisonTable(pairs, { sameMachine, aligned: true }), ...lines];
  return { compared: pairs.length, worse, text: text.join("\n\n") };
}

function onlyIn({ figures }: Result, other: Result): string[] {
  const known = new Set(other.figures.map(figureKey));
  return figures
    .filter((figure) => !known.has(figureKey(figure)))
    .map(({ name, unit }) => `${name}, in ${unit}`);
}

/** What both have, in the order of the later. */
export function pairsOf(before: Figure[], after: Figure[]): Pair[] {
  const earlier = new Map(before.map((figure) => [figureKey(figure), figure]));
  return after.flatMap((figure) => {
    const same = earlier.get(figureKey(figure));
    if (same === undefined) return [];
    const { name, unit, target } = figure;
    const about = { name, unit, ...(target && { target }) };
    return [{ ...about, before: measuredOf(same), after: measuredOf(figure) }];
  });
}

function measuredOf({ value, rounds }: Figure): Measured {
  return { value, ...(rounds && { rounds }) };
}

/**
 * Worse or better is what noise does not explain: no round after is as good as one before, and the
 * values differ by more than figures of the unit do when nothing was changed.
 */
export function verdictOf(pair: Pair, sameMachine: boolean): Verdict {
  const { name, unit, target, before, after } = pair;
  if (target?.is === "=") {
    const distance = ({ value }: Measured) => Math.abs(value - target.value);
    return apart({ value: distance(before) }, { value: distance(after) }, 0);
  }
  const figure = { name, unit, value: after.value, ...(target && { target }) };
  const { better, noise, ofMachine } = comparabilityOf(figure) ?? amount;
  if (better === "neither") return "not judged";
  if (ofMachine && !sameMachine) return "other machine";
  const share = before.rounds && after.rounds ? noise.ofRounds : noise.ofOne;
  const verdict = apart(before, after, share);
  if (better === "lower" || verdict === "within noise") return verdict;
  return verdict === "worse" ? "better" : "worse";
}

/** Of figures of which the lower is the better. */
function apart(before: Measured, after: Measured, noise: number): Verdict {
  const bound = Math.max(before.value, after.value) / (1 + noise);
  const values = ({ value, rounds = [value] }: Measured) => rounds;
  const above = (high: Measured, low: Measured) =>
    low.value < bound && Math.min(...values(high)) > Math.max(...values(low));
  if (above(after, before)) return "worse";
  return above(before, after) ? "better" : "within noise";
}

/** What got worse stands first. */
export function comparisonTable(
  pairs: Pair[],
  { sameMachine, aligned }: { sameMachine: boolean; aligned: boolean },
): string {
  const order: Verdict[] = ["worse", "better", "within noise", "not judged", "other machine"];
  const rows = pairs
    .map((pair) => ({ pair, verdict: verdictOf(pair, sameMachine) }))
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
    .map(({ pair, verdict }) => [
      pair.name,
      measuredText(pair, pair.before),
      measuredText(pair, pair.after),
      ratioText(pair),
      verdict,
    ]);
  return markdownTable(["What", "Before", "After", "Ratio", "Verdict"], rows, aligned);
}

function measuredText({ unit }: Pair, { value, rounds }: Measured): string {
  return valueText({ value, unit, ...(rounds && { rounds }) });
}

export function ratioOf({ before, after }: Pair): number | undefined {
  return before.value === 0 ? undefined : Number((after.value / before.value).toPrecision(4));
}

function ratioText(pair: Pair): string {
  const ratio = ratioOf(pair);
  return ratio === undefined ? "" : ratio.toFixed(2);
}
