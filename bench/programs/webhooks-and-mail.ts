import { tapThrough, warmHall } from "../alerts/hall-webhooks.ts";
import { memberPhone } from "../console/counting-phones.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { differ, overRounds } from "../report/comparison.ts";
import { type Figure, none } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import { processCpuMs } from "../service/process-usage.ts";
import {
  latenciesOf,
  type WebhookCustomer,
  waitAndClearLogs,
} from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

const rounds = 3;
/** So few that the machine has time for both stacks; with mail, a second function reads the firings. */
const load = { perSecond: 20, count: 100 };

const mail = {
  mailFrom: "counts@counts.example",
  sesIdentityArn: "arn:aws:ses:us-east-1:000000000000:identity/counts.example",
};

await benchmark(() =>
  withWebhooks((without) =>
    withWebhooks((withMail) => compared([without, withMail]), { settings: mail }),
  ),
);

/** Two stacks by turns, so that what else the machine does meets both. */
async function compared(stacks: WebhookStack[]): Promise<Figure[]> {
  progress("warming up …");
  const sides: { stack: WebhookStack; hall: WebhookCustomer; measured: Figure[][] }[] = [];
  for (const stack of stacks) {
    sides.push({ stack, hall: await warmHallWithAdmin(stack), measured: [] });
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, { stack, hall, measured }] of sides.entries()) {
      progress(`round ${round} of ${rounds} ${index === 0 ? "without" : "with"} mail …`);
      measured.push(await roundOf(stack, hall));
    }
  }
  const [without = [], withMail = []] = sides.map(({ measured }) => overRounds(measured));
  const pairs = without.map((one, index) => [one, withMail[index] ?? one] as const);
  const slower = pairs.filter(([a, b]) => b.value > a.value && differ(a, b));
  return [
    ...pairs.map(([a, b]) => ({
      name: `${a.name}, with mail against without`,
      value: b.value / a.value,
      unit: "×",
      detail: `medians of ${rounds} rounds: ${b.value.toFixed(1)} against ${a.value.toFixed(1)} ${a.unit}`,
    })),
    none(slower.length, {
      name: "figures that mail makes worse by more than noise",
      unit: "figures",
      detail: `of ${pairs.length}`,
    }),
  ];
}

/** Alerts are told to an admin; the mails end in the emulator. */
async function warmHallWithAdmin(stack: WebhookStack): Promise<WebhookCustomer> {
  const hall = await warmHall(stack);
  const [counter] = hall.counters;
  if (counter === undefined) throw new Error("a hall without counters");
  await memberPhone(stack, counter, "admin");
  return hall;
}

/** Each second count fires an alert, and both are sent. */
async function roundOf(stack: WebhookStack, hall: WebhookCustomer): Promise<Figure[]> {
  const pids = ["dispatch-events", "deliver-webhook"].flatMap((name) => [...stack.pool(name).pids]);
  const cpuMs = processCpuMs(pids);
  const { increments, firings } = await tapThrough(stack, hall, load);
  const usedMs = processCpuMs(pids) - cpuMs;
  const { arrivals } = await stack.receiver.take();
  await waitAndClearLogs(stack);
  const of = (what: string, deliveries: typeof firings): Figure => ({
    name: `${what}: p50`,
    value: percentile(latenciesOf(deliveries, arrivals), 0.5),
    unit: "ms",
  });
  return [
    of("webhooks of counts", increments),
    of("webhooks of alerts", firings),
    {
      name: "CPU time of a delivery",
      value: usedMs / (increments.length + firings.length),
      unit: "ms",
    },
  ];
}
