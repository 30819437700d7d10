import { reasonOf } from "../../failed-records.ts";
import type { ChangedBy } from "../../members/changed-by.ts";
import { withoutKeys } from "../../organizations/api-key.ts";
import { alertStep, retryStep, webhookStep } from "./delivery-steps.ts";
import { requestSteps } from "./request-steps.ts";
import { removeSmokes, type SmokePorts, setUpSmoke } from "./smoke-organization.ts";

/** What became of one step. */
export interface SmokeResult {
  step: string;
  result: "passed" | "failed" | "skipped";
  /** What was seen, or why it failed, in plain words. */
  sentence: string;
  tookMs: number;
}

export interface SmokeControl {
  onResult(result: SmokeResult): void;
  /** Asked before each step and during waits; when true, the run removes its organization and ends. */
  isStopped(): boolean;
  /** A wait of this many seconds begins. */
  onWait(seconds: number): void;
  /** Whether to leave out the step that waits for EventBridge Scheduler. */
  skipRetry: boolean;
}

/** Returns what was seen; throws when it was not what was expected. */
export type SmokeStep = () => Promise<string | { skipped: string }>;

/**
 * Uses a service as its customers do, in an organization of its own, which is removed at the end. It
 * begins by removing what an earlier run has left, and a run that is still under way with it.
 */
export async function runSmoke(
  ports: SmokePorts,
  by: ChangedBy,
  control: SmokeControl,
): Promise<SmokeResult[]> {
  const results: SmokeResult[] = [];
  const take = async (step: string, run: SmokeStep) => {
    const startedMs = ports.now();
    const taken = await run().then(
      (seen) =>
        typeof seen === "string"
          ? { result: "passed" as const, sentence: seen }
          : { result: "skipped" as const, sentence: seen.skipped },
      (error) => ({ result: "failed" as const, sentence: withoutKeys(reasonOf(error)) }),
    );
    const result = { step, ...taken, tookMs: ports.now() - startedMs };
    results.push(result);
    control.onResult(result);
  };
  let steps: Record<string, SmokeStep> = {};
  await take("set-up", async () => {
    const left = await removeSmokes(ports, by);
    const smoke = await setUpSmoke(ports, by);
    steps = {
      ...requestSteps(ports, smoke),
      webhook: webhookStep(ports, smoke, control),
      alert: alertStep(ports, smoke, control),
      retry: retryStep(ports, { smoke, by }, control),
    };
    const also = left === 0 ? "" : "; what an earlier run had left is removed";
    return `${smoke.organizationId} has a counter, a key, an embed and an alert${also}`;
  });
  for (const [name, run] of Object.entries(steps)) {
    if (!control.isStopped()) await take(name, run);
  }
  await take("removal", async () => {
    await removeSmokes(ports, by);
    return "the organization is deleted";
  });
  return results;
}
