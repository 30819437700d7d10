import type { ChangedBy } from "../../members/changed-by.ts";
import { whyFailed } from "../steps.ts";
import { alertStep, retryStep, webhookStep } from "./delivery-steps.ts";
import { requestSteps } from "./request-steps.ts";
import {
  newSmokeId,
  removeSmoke,
  removeSmokes,
  type SmokeControl,
  type SmokePorts,
  type SmokeResult,
  type SmokeStep,
  setUpSmoke,
} from "./smoke-organization.ts";

/**
 * Uses a service as its customers do, in an organization of its own, which is removed at the end. It
 * begins by removing what an earlier run has left, and the organization of a run that is still under
 * way, which ends early then.
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
      (error) => ({ result: "failed" as const, sentence: whyFailed(error) }),
    );
    const result = { step, ...taken, tookMs: ports.now() - startedMs };
    results.push(result);
    control.onResult(result);
  };
  let steps: Record<string, SmokeStep> = {};
  const organizationId = newSmokeId(ports);
  const exists = async () => (await ports.organizations.get(organizationId)) !== undefined;
  await take("set-up", async () => {
    const left = await removeSmokes(ports, by);
    const smoke = await setUpSmoke(ports, organizationId, by);
    const watched = { ...ports, wait: waitWhile(exists, ports) };
    steps = {
      ...requestSteps(ports, smoke),
      webhook: webhookStep(watched, smoke, control),
      alert: alertStep(watched, smoke, control),
      retry: retryStep(watched, { smoke, by }, control),
    };
    return `${organizationId} has a counter, a key, an embed and an alert${removedOf(left)}`;
  });
  let isGone = false;
  for (const [name, run] of Object.entries(steps)) {
    if (control.isStopped() || isGone) break;
    await take(name, async () => {
      try {
        return await run();
      } catch (error) {
        isGone = !(await exists());
        throw isGone ? new Error(takenAway, { cause: error }) : error;
      }
    });
  }
  await take("removal", async () => {
    // Only this run's own: another run's can be there by now. One that another run has begun to remove
    // is removed by both.
    const isRemoved = await removeSmoke(ports, organizationId, by);
    if (isRemoved && !isGone) return "the organization is deleted";
    if (Object.keys(steps).length > 0) throw new Error(takenAway);
    return { skipped: "no organization was created" };
  });
  return results;
}

const takenAway = "another smoke test has removed this run's organization; run one at a time";

/** Waits that fail as soon as the organization is gone: a retry would be waited for in vain. */
function waitWhile(exists: () => Promise<boolean>, { wait }: SmokePorts): SmokePorts["wait"] {
  return async (ms) => {
    await wait(ms);
    if (!(await exists())) throw new Error(takenAway);
  };
}

function removedOf(ids: string[]): string {
  if (ids.length === 0) return "";
  const those = ids.length === 1 ? "an earlier run that had" : "earlier runs that had";
  return `; removed ${ids.join(" and ")} of ${those} not ended`;
}
