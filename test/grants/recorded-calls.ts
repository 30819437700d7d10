import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RecordedCall, readCalls } from "local-aws";
import * as z from "zod";
import { WrittenMetric, writtenMetrics } from "./written-metrics.ts";

/** Where the newest `npm run test:all` left what was asked of IAM. */
const folder = join("dist", "aws-calls");
const templateName = "template.json";
const metricsName = "metrics.json";

/** Whether Vitest runs all tests, as `npm run test:all` does: fewer do not show what is unneeded. */
export const isWholeRun = (args: readonly string[], tier: string | undefined) =>
  tier === "all" && args.join(" ") === "run";

export interface Recorded {
  /** The folders of the calls and of the functions' logs. */
  calls: string;
  logs: string;
  templateFile: string;
}

/** Keeps the calls and the metrics that a local service recorded, and the template that it ran. */
export function keepForGrants({ calls, logs, templateFile }: Recorded): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(calls, folder, { recursive: true });
  cpSync(templateFile, join(folder, templateName));
  writeFileSync(join(folder, metricsName), JSON.stringify(writtenMetrics(logs)));
}

/** The calls and the template; throws if no tests have run. */
export function keptCalls(): { calls: RecordedCall[]; template: unknown } {
  return { template: kept(templateName), calls: readCalls(folder) };
}

/** The metrics that the functions wrote; throws if no tests have run. */
export function keptMetrics(): WrittenMetric[] {
  return z.array(WrittenMetric).parse(kept(metricsName));
}

function kept(name: string): unknown {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Error("Nothing is recorded. Run `npm run test:all` first.");
  return JSON.parse(readFileSync(file, "utf8"));
}
