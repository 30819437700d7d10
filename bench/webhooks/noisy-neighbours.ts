import { setTimeout as delay } from "node:timers/promises";
import { PurgeQueueCommand } from "@aws-sdk/client-sqs";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";
import type { Behaviour } from "./receiver.ts";
import {
  createWebhookCustomer,
  deliveryOf,
  latenciesOf,
  onlyEndpoint,
  type WebhookCustomer,
  waitAndClearLogs,
  warmUp,
} from "./webhook-customer.ts";
import type { WebhookStack } from "./webhook-stack.ts";

/** The quiet customer, one noisy customer, and ten noisy ones that make the same load together. */
export interface Neighbours {
  quiet: WebhookCustomer;
  one: WebhookCustomer;
  ten: WebhookCustomer[];
}

export const quietPerSecond = 20;
export const noisyPerSecond = 50;
export const hangMs = 9_900;

const hanging: Behaviour = { status: 200, hangMs, bodyBytes: 9 };

export async function createNeighbours(stack: WebhookStack): Promise<Neighbours> {
  const quiet = await createWebhookCustomer(stack, { counterCount: 10, paths: ["/quiet"] });
  const one = await createWebhookCustomer(stack, { counterCount: 20, paths: ["/one"] });
  const ten: WebhookCustomer[] = [];
  for (let index = 0; index < 10; index += 1) {
    ten.push(await createWebhookCustomer(stack, { counterCount: 2, paths: [`/ten/${index}`] }));
  }
  await warmUp(stack, quiet);
  return { quiet, one, ten };
}

export interface Disturbance {
  noisy: WebhookCustomer[];
  seconds: number;
  /** Where the noisy endpoints are at first. */
  lane: Lane;
  /** When they begin to hang, in seconds; until then they respond at once, without it always. */
  hangFromSeconds?: number;
}

export interface Measured {
  /** Milliseconds from commit to arrival, of the quiet customer's events that arrived. */
  latenciesMs: number[];
  lost: number;
}

/** Measures the quiet customer's events beside the noisy ones'. Leaves nothing behind. */
export async function measureBeside(
  stack: WebhookStack,
  quiet: WebhookCustomer,
  { noisy, seconds, lane, hangFromSeconds }: Disturbance,
): Promise<Measured> {
  const paths = noisy.flatMap(({ endpoints }) => endpoints.map(({ url }) => new URL(url).pathname));
  const hang = () => stack.receiver.behave(Object.fromEntries(paths.map((p) => [p, hanging])));
  await setLanes(stack, noisy, lane);
  if (hangFromSeconds === 0) await hang();
  const perSecond = noisyPerSecond / noisy.length;
  const tapping = stack.tapper.tap(
    { counters: quiet.counters, count: quietPerSecond * seconds, perSecond: quietPerSecond },
    ...noisy.map(({ counters }) => ({ counters, count: perSecond * seconds, perSecond })),
  );
  if (hangFromSeconds) {
    await delay(hangFromSeconds * 1_000);
    await hang();
  }
  const taps = await tapping;
  const endpoint = onlyEndpoint(quiet.endpoints);
  const own = taps.filter(({ organizationId }) => organizationId === quiet.organization.id);
  await stack.receiver.waitFor(own.length, { path: "/quiet" });
  const { arrivals } = await stack.receiver.take();
  await drain(stack);
  const deliveries = own.map((tap) => ({ ...tap, deliveryId: deliveryOf(tap, endpoint) }));
  const latenciesMs = latenciesOf(deliveries, arrivals);
  return { latenciesMs, lost: own.length - latenciesMs.length };
}

async function setLanes(stack: WebhookStack, noisy: WebhookCustomer[], lane: Lane): Promise<void> {
  for (const { id: endpointId, organizationId } of noisy.flatMap(({ endpoints }) => endpoints)) {
    const change = { set: { lane }, recovered: false };
    await stack.stores.endpoints.recordHealth({ organizationId, endpointId }, change);
  }
}

/** Deletes the messages that wait for the noisy endpoints, and lets hanging requests respond. */
async function drain(stack: WebhookStack): Promise<void> {
  const { SlowAttemptsQueue: QueueUrl } = stack.outputs;
  for (let round = 0; round < 2; round += 1) {
    await stack.clients.sqs.send(new PurgeQueueCommand({ QueueUrl }));
    await stack.receiver.behave({});
    await waitAndClearLogs(stack);
  }
}
