import { firingStages, firingsOf, firingTracesOf } from "../alerts/firing-trace.ts";
import {
  createFiveAlerts,
  createHall,
  groupTarget,
  type Hall,
  storedTotal,
  untilEvaluated,
} from "../alerts/hall.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { ms, stageFigures } from "../report/stages.ts";
import { percentile } from "../report/statistics.ts";
import type { Tap } from "../service/tapper.ts";
import { observe, stages, type Trace, tracesOf } from "../webhooks/trace.ts";
import { waitAndClearLogs, warmUp } from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const loads = [
  { perSecond: 1, count: 40 },
  { perSecond: 50, count: 1_000 },
];

/** A firing passes one stream and one function more than an increment does. */
const mostTimes = 2.5;

await benchmark("alert-latency", (progress) =>
  withWebhooks(async (stack) => {
    progress("warming up …");
    const hall = await warmHall(stack);
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await measure(stack, hall, load, progress)));
    return figures;
  }),
);

/** Of its five alerts, one fires at every tap up of an alternating stream. */
async function warmHall(stack: WebhookStack): Promise<Hall> {
  const hall = await createHall(stack, { events: ["counter.increment", "threshold.alert.fired"] });
  await warmUp(stack, hall);
  const at = Number(await storedTotal(stack, hall)) + 1;
  await createFiveAlerts(stack, groupTarget(hall), { at });
  await tapThrough(stack, hall, { perSecond: 20, count: 100 });
  await waitAndClearLogs(stack);
  return hall;
}

type Load = (typeof loads)[number];

/** Taps up and down, and waits until all that they cause has been received. */
async function tapThrough(stack: WebhookStack, hall: Hall, load: Load) {
  const { counters } = hall;
  const taps = await stack.tapper.tap({ counters, ...load, direction: "alternating" });
  await untilEvaluated(stack, hall, taps);
  const increments = taps.filter(({ direction }) => direction === "up");
  const firings = await firingsOf(stack, hall, taps);
  await stack.receiver.waitFor(increments.length + firings.length);
  return { taps, increments, firings };
}

async function measure(
  stack: WebhookStack,
  hall: Hall,
  load: Load,
  progress: Progress,
): Promise<Figure[]> {
  const { perSecond, count } = load;
  progress(`${count} taps, ${perSecond} a second …`);
  const { taps, increments, firings } = await tapThrough(stack, hall, load);
  const observed = await observe(stack, hall);
  const ofIncrements = tracesOf(observed, hall, increments);
  const ofFirings = firingTracesOf(observed, hall, { firings, taps });
  const [increment, alert] = [latencies(ofIncrements), latencies(ofFirings)];
  const [lost, lostIncrements] = [
    firings.length - ofFirings.length,
    increments.length - ofIncrements.length,
  ];
  const name = `at ${perSecond} a second`;
  return [
    {
      name: `${name}: p50 against counter.increment`,
      ...atMost(alert.p50 / increment.p50, mostTimes),
      unit: "×",
      detail: `${alert.text} against ${increment.text}; taps ${late(taps)}`,
      ...(perSecond === 50 && { headline: true as const }),
    },
    ...stageFigures(`an alert ${name}`, firingStages, ofFirings),
    ...stageFigures(`counter.increment ${name}`, stages, ofIncrements),
    {
      name: `${name}: lost`,
      ...exactly(lost + lostIncrements, 0),
      unit: "events",
      detail: `${lost} of ${firings.length} alerts, ${lostIncrements} of ${increments.length} increments`,
    },
  ];
}

function latencies(traces: Trace[]) {
  const all = traces.map((trace) => trace.received - trace.committed);
  const [p50, p99] = [percentile(all, 0.5), percentile(all, 0.99)];
  return { p50, text: `p50 ${ms(p50)}, p99 ${ms(p99)}` };
}

function late(taps: Tap[]): string {
  const all = taps.map(({ lateMs }) => lateMs);
  return `99 % at most ${percentile(all, 0.99).toFixed(0)} ms late`;
}
