import { setTimeout as delay } from "node:timers/promises";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure, none } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import type { Behaviour } from "../webhooks/receiver.ts";
import {
  createWebhookCustomer,
  deliveryOf,
  onlyEndpoint,
  type WebhookCustomer,
  waitAndClearLogs,
  warmUp,
} from "../webhooks/webhook-customer.ts";
import { type WebhookStack, withWebhooks } from "../webhooks/webhook-stack.ts";

/** What a function holds when it dies comes so many seconds later at most. */
const bound = 30;

const kills = 3;
const everyMs = 3_000;

const path = "/receiver";

/** Functions hold each message for so long, so that every kill finds some. */
const responding: Behaviour = { status: 200, hangMs: 300, bodyBytes: 9 };
const refusing: Behaviour = { ...responding, status: 503 };
const hanging: Behaviour = { ...responding, hangMs: 9_900 };

/** One retry after the other at once, so that a kill finds some of them, too. */
const settings = { retryDelays: "0,0,0,0,0,0,0,0,0" };

/** What flows while all environments of a function are killed, again and again. */
interface Flow {
  name: string;
  victim: string;
  behaviour: Behaviour;
  perSecond: number;
}

const firstAttempts: Flow = {
  name: "first attempts",
  victim: "deliver-webhook",
  behaviour: responding,
  perSecond: 20,
};

const flows: Flow[] = [
  firstAttempts,
  { ...firstAttempts, name: "retries", behaviour: refusing, perSecond: 5 },
  { ...firstAttempts, name: "dispatching", victim: "dispatch-events", perSecond: 50 },
  { ...firstAttempts, name: "at an endpoint that hangs", behaviour: hanging, perSecond: 2 },
];

await benchmark(() =>
  withWebhooks(
    async (stack) => {
      const customer = await createWebhookCustomer(stack, { counterCount: 10, paths: [path] });
      progress("warming up …");
      await warmUp(stack, customer);
      const figures: Figure[] = [];
      for (const flow of flows) figures.push(...(await measure(stack, customer, flow)));
      return figures;
    },
    { settings },
  ),
);

async function measure(
  stack: WebhookStack,
  customer: WebhookCustomer,
  flow: Flow,
): Promise<Figure[]> {
  const { name } = flow;
  progress(`${name}: ${kills} kills of ${flow.victim} …`);
  const { events, killedMs } = await killWhileFlowing(stack, customer, flow);
  const waits = events.flatMap(({ momentsMs }) => waitsOver(killedMs, momentsMs));
  const later = waits.filter((ms) => ms > 5_000).length;
  const seconds = (share: number) => percentile(waits, share) / 1_000;
  return [
    {
      name: `${name}: wait over a kill, p99`,
      ...atMost(seconds(0.99), bound),
      unit: "s",
      detail: `${waits.length} waits over ${kills} kills of \`${flow.victim}\`, ${later} of them longer than 5 s; p50 ${seconds(0.5).toFixed(1)} s`,
    },
    none(events.filter(({ isFinal }) => !isFinal).length, {
      name: `${name}: events lost`,
      unit: "events",
      detail: `of ${events.length}`,
    }),
  ];
}

interface FlowedEvent {
  /** Its commit and its requests, in order. */
  momentsMs: number[];
  isFinal: boolean;
}

async function killWhileFlowing(
  stack: WebhookStack,
  { counters, endpoints }: WebhookCustomer,
  { victim, behaviour, perSecond }: Flow,
): Promise<{ events: FlowedEvent[]; killedMs: number[] }> {
  const endpoint = onlyEndpoint(endpoints);
  await stack.receiver.behave({ [path]: behaviour });
  const count = (perSecond * everyMs * (kills + 1)) / 1_000;
  const tapping = stack.tapper.tap({ counters, count, perSecond });
  const killedMs: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    await delay(everyMs);
    killedMs.push(Date.now());
    stack.pool(victim).kill();
  }
  const taps = await tapping;
  await stack.receiver.waitFor(count);
  await untilQueuesAreEmpty(stack);
  const { arrivals } = await stack.receiver.take();
  await waitAndClearLogs(stack);
  const requests = Map.groupBy(arrivals, ({ deliveryId }) => deliveryId);
  const final = new Set<string>();
  const query = { endpointId: endpoint.id, order: "newest first" as const };
  for await (const { deliveryId, state } of stack.stores.deliveries(query)) {
    if (state === "delivered" || state === "failed") final.add(deliveryId);
  }
  const events = taps.map((tap) => {
    const id = deliveryOf(tap, endpoint);
    const atMs = (requests.get(id) ?? []).map((request) => request.atMs);
    return { momentsMs: [tap.committedMs, ...atMs], isFinal: final.has(id) };
  });
  return { events, killedMs };
}

/** How long an event waited, from the last moment before each kill to the next after it. */
function waitsOver(killedMs: number[], momentsMs: number[]): number[] {
  return momentsMs.slice(1).flatMap((ms, index) => {
    const beforeMs = momentsMs[index] ?? ms;
    return killedMs.some((atMs) => beforeMs <= atMs && atMs < ms) ? [ms - beforeMs] : [];
  });
}

/** Waits until no attempt waits any more, or is under way. */
async function untilQueuesAreEmpty({ clients, outputs }: WebhookStack): Promise<void> {
  const { FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue } = outputs;
  const AttributeNames = [
    "ApproximateNumberOfMessages" as const,
    "ApproximateNumberOfMessagesDelayed" as const,
    "ApproximateNumberOfMessagesNotVisible" as const,
  ];
  for (const QueueUrl of [FirstAttemptsQueue, RetriesQueue, SlowAttemptsQueue]) {
    for (;;) {
      const { Attributes = {} } = await clients.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames }),
      );
      if (Object.values(Attributes).every((number) => number === "0")) break;
      await delay(100);
    }
  }
}
