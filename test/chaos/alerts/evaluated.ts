import { setTimeout as delay } from "node:timers/promises";
import type { Firing } from "../../../core/alerts/firing.ts";
import { patientLook } from "../patient-look.ts";
import type { RunningStack } from "../stack-process.ts";
import { type JudgedCount, judgeAlerts } from "./alert-verdict.ts";
import type { WatchedAlert } from "./watched-customer.ts";

export interface EvaluationOptions {
  alerts: WatchedAlert[];
  counts: JudgedCount[];
  stopping: AbortSignal;
  say(text: string): void;
}

/** Longer than a function that was killed is waited for, and its batch is read again. */
const longestMs = 120_000;
const lookEveryMs = 2_000;

/** What the alerts fired, and what is wrong with that, as the chaos report has it. */
export interface EvaluatedAlerts {
  firings: Firing[];
  wrong: string[];
}

/** Waits until every count is evaluated and nothing is wrong, or until that takes too long. */
export async function untilEvaluated(
  stack: RunningStack,
  { alerts, counts, stopping, say }: EvaluationOptions,
): Promise<EvaluatedAlerts> {
  const organizationIds = [...new Set(alerts.map(({ organizationId }) => organizationId))];
  const deadlineMs = Date.now() + longestMs;
  for (;;) {
    const judged = await Promise.all(
      organizationIds.map(async (organizationId) => {
        const isOwn = (one: { organizationId: string }) => one.organizationId === organizationId;
        const stored = await patientLook(() => storedOf(stack, organizationId));
        const facts = { alerts: alerts.filter(isOwn), counts: counts.filter(isOwn), stored };
        return { firings: stored.firings, wrong: judgeAlerts(facts) };
      }),
    );
    const firings = judged.flatMap((one) => one.firings);
    const wrong = judged.flatMap((one) => one.wrong);
    say(`${firings.length} alerts fired, ${wrong.length} things wrong or not yet evaluated`);
    if (wrong.length === 0 || Date.now() > deadlineMs || stopping.aborted)
      return { firings, wrong };
    await delay(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
  }
}

async function storedOf({ stores }: RunningStack, organizationId: string) {
  const [counters, groups, alerts, firings] = await Promise.all([
    stores.storedCounters.list(organizationId),
    stores.groups.list(organizationId),
    stores.alerts.list(organizationId),
    stores.firings.list(organizationId, {}),
  ]);
  return { counters, groups, alerts, firings };
}
