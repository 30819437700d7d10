import { mean } from "./statistics.ts";

/** A stage of something, between two of its moments. */
export type Stage<Moment extends string> = [stage: string, from: Moment, to: Moment];

/** Where time is spent, stage by stage; averages, because only they add up to the whole. */
export function spent<Moment extends string>(
  stages: Stage<Moment>[],
  traces: Record<Moment, number>[],
): string {
  const parts = stages.map(([stage, from, to]) => ({
    stage,
    averageMs: mean(traces.map((trace) => trace[to] - trace[from])),
  }));
  const whole = parts.reduce((sum, { averageMs }) => sum + averageMs, 0);
  return `${parts.map(({ stage, averageMs }) => `${stage} ${ms(averageMs)}`).join(" + ")} = ${ms(whole)}`;
}

export function ms(duration: number): string {
  return `${duration < 10 ? duration.toFixed(1) : duration.toFixed(0)} ms`;
}
