import { type EvaluationCounts, evaluated, evaluationUsage } from "../alerts/evaluations.ts";
import { createFiveAlerts, createHall, groupTarget } from "../alerts/hall.ts";
import { usageFigures } from "../costs/usage.ts";
import { progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { capacityText } from "../service/capacity-meter.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import type { TapStream } from "../service/tapper.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

/** Far enough apart that each is alone in its batch, even on a busy machine. */
const alone = { count: 40, perSecond: 2 };
const together = { count: 600 };

const every = "every second count fires";
const firesAtOne = { at: 1 };
const alternating = { direction: "alternating" as const };

/** What evaluating a watched count takes, without its tap and the webhooks of what fires. */
export function evaluationFigures(): Promise<Figure[]> {
  return withWebhooks(
    async (stack) => {
      progress("watched counts: warming up …");
      const streams = await watchedStreams(stack);
      for (const { counters } of Object.values(streams)) {
        const few = { counters, ...alternating, count: 10, perSecond: 5 };
        await evaluated(stack, few, { together: false });
        await evaluated(stack, { counters, ...alternating, count: 200 }, { together: true });
      }
      const figures: Figure[] = [];
      for (const [name, stream] of Object.entries(streams)) {
        progress(`${name} …`);
        stack.proxy.asksForCapacity = true;
        const one = await evaluated(stack, { ...stream, ...alone }, { together: false });
        const many = await evaluated(stack, { ...stream, ...together }, { together: true });
        stack.proxy.asksForCapacity = false;
        figures.push(...figuresOf(stack, `${name}, alone`, one));
        figures.push(...figuresOf(stack, `${name}, together`, many));
      }
      return figures;
    },
    { proxied: ["evaluate-alerts"] },
  );
}

/**
 * Organizations without endpoints. Of each target's five alerts, one fires at every tap up of an
 * alternating stream, or none ever.
 */
async function watchedStreams(
  stack: WebhookStack,
): Promise<Record<string, Omit<TapStream, "count">>> {
  const [silentGroup, firingGroup] = [await createHall(stack), await createHall(stack)];
  await createFiveAlerts(stack, groupTarget(silentGroup));
  await createFiveAlerts(stack, groupTarget(firingGroup), firesAtOne);
  const silent = await watchedCounters(stack, 20);
  const firing = await watchedCounters(stack, 1, firesAtOne);
  // The first environment of the function begins its log.
  const first = { counters: firing, count: 2, ...alternating };
  await stack.tapper.tap(first);
  await stack.evaluations.untilHandled(first.count);
  return {
    "counter scope": { counters: silent },
    [`counter scope, ${every}`]: { counters: firing, ...alternating },
    "group scope": { counters: silentGroup.counters },
    // One counter: two at the same time would not fire at every second count.
    [`group scope, ${every}`]: { counters: firingGroup.counters.slice(0, 1), ...alternating },
  };
}

/** In no group; as many as one organization may have alerts for. */
async function watchedCounters(stack: WebhookStack, count: number, alert?: { at: number }) {
  const { counters } = await createCustomer(stack, realisticNames(count));
  for (const { organizationId, id: targetId } of counters) {
    await createFiveAlerts(stack, { organizationId, scope: "counter", targetId }, alert);
  }
  return counters;
}

function figuresOf(stack: WebhookStack, name: string, evaluation: EvaluationCounts): Figure[] {
  const { counts, invocations, capacity } = evaluation;
  return [
    { name: `${name}: batch`, value: counts / invocations.length, unit: "counts" },
    ...usageFigures(name, {
      usage: evaluationUsage(stack, evaluation),
      detail: capacityText(capacity, counts),
    }),
  ];
}
