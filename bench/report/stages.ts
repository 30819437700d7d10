import type { Figure } from "./figure.ts";
import { mean } from "./statistics.ts";

/** A stage of something, between two of its moments. */
export type Stage<Moment extends string> = [stage: string, from: Moment, to: Moment];

/** Where time is spent, stage by stage; averages, because only they add up to the whole. */
export function stageFigures<Moment extends string>(
  name: string,
  stages: Stage<Moment>[],
  traces: Record<Moment, number>[],
): Figure[] {
  return stages.map(([stage, from, to]) => ({
    name: `${name}: ${stage}`,
    value: mean(traces.map((trace) => trace[to] - trace[from])),
    unit: "ms",
    chart: `Where the time goes, ${name}`,
  }));
}

export function ms(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : duration.toFixed(0)} ms`;
}
