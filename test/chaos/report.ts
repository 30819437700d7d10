import type { Firing } from "../../core/alerts/firing.ts";
import type { Failing } from "./course.ts";
import type { Victim } from "./faults/fault-plan.ts";
import type { Fault } from "./faults/fault-runner.ts";
import type { Verdict } from "./verdict.ts";

export interface Summary {
  seed: number;
  events: number;
  /** Of alerts; their webhooks are events too. */
  firings: readonly Firing[];
  endpoints: number;
  deliveries: number;
  requests: number;
  faults: readonly Fault[];
  absences: number;
  cuts: number;
  verdict: Verdict;
  deadLetters: number;
  failedRecords: number;
  durationMs: number;
}

export function killsOf(faults: readonly Fault[], victim: Victim): number {
  return faults.filter((fault) => fault.victim === victim).length;
}

/** The table at the end of a run. */
export function summaryTable(summary: Summary): string {
  const { faults, firings, verdict } = summary;
  const failing = (what: Failing) => verdict.failures.filter((one) => one.what === what).length;
  const fired = (on: Firing["scope"]) => firings.filter(({ scope }) => scope === on).length;
  const explained = Object.entries(verdict.duplicates);
  const sum = explained.reduce((total, [, count]) => total + count, 0);
  const reasons = explained.map(([by, count]) => `${by} ${count}`).join(", ");
  const rows: [string, string | number][] = [
    ["seed", summary.seed],
    ["counts", summary.events],
    ["alerts fired", `${fired("counter")} on counters, ${fired("group")} on groups`],
    ["endpoints", summary.endpoints],
    ["deliveries", summary.deliveries],
    ["requests received", summary.requests],
    ["killed: dispatch-events", killsOf(faults, "dispatch-events")],
    ["killed: evaluate-alerts", killsOf(faults, "evaluate-alerts")],
    ["killed: deliver-webhook", killsOf(faults, "deliver-webhook")],
    ["killed: DynamoDB emulator", killsOf(faults, "dynamodb")],
    ["killed and restarted: everything", killsOf(faults, "service")],
    ["connections cut by receivers", summary.cuts],
    ["absences of a receiver", summary.absences],
    ["lost", failing("lost")],
    ["retried twice in parallel", failing("retried twice in parallel")],
    ["early", failing("early")],
    ["wrong", failing("wrong")],
    ["alerts, totals of groups: wrong", failing("wrong alert")],
    ["duplicates, explained", `${sum} (${reasons})`],
    ["duplicates, unexplained", failing("unexplained")],
    ...[...verdict.states].map(([behaviour, states]): [string, string] => [
      `“${behaviour}”`,
      [...states].map(([state, count]) => `${count} ${state}`).join(", "),
    ]),
    ["dead letters", summary.deadLetters],
    ["failed stream records", summary.failedRecords],
    ["duration", `${Math.round(summary.durationMs / 1_000)} s`],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}

const shownFailures = 5;

/** The facts of the first failures of each kind. */
export function failureText({ failures }: Verdict): string {
  return [...Map.groupBy(failures, ({ what }) => what)]
    .flatMap(([what, all]) => [
      `${all.length} ${what}:`,
      ...all.slice(0, shownFailures).map(({ text }) => `  ${text}`),
    ])
    .join("\n");
}
