import { setTimeout as delay } from "node:timers/promises";
import { countsOf, type WebhookCounts } from "./delivery-counts.ts";
import { createWebhookCustomer, type WebhookCustomer, warmUp } from "./webhook-customer.ts";
import type { WebhookStack } from "./webhook-stack.ts";

const counterCount = 16;

/** One organization each: with one endpoint, and with as many as there can be. */
interface WebhookCustomers {
  one: WebhookCustomer;
  ten: WebhookCustomer;
}

export async function warmCustomers(stack: WebhookStack): Promise<WebhookCustomers> {
  const paths = Array.from({ length: 10 }, (_, index) => `/ten/${index}`);
  const one = await createWebhookCustomer(stack, { counterCount, paths: ["/one"] });
  const ten = await createWebhookCustomer(stack, { counterCount, paths });
  await warmUp(stack, one, 200);
  await warmUp(stack, ten);
  return { one, ten };
}

/** Deliveries so far apart that each is alone in its batch, from the stream to the receiver. */
export async function oneByOne(
  stack: WebhookStack,
  { counters }: WebhookCustomer,
  { count, perSecond } = { count: 100, perSecond: 10 },
): Promise<WebhookCounts> {
  return await countsOf(stack, count, async () => {
    const taps = await stack.tapper.tap({ counters, count, perSecond });
    await stack.receiver.waitFor(count);
    return taps;
  });
}

/** Enough at once that all but the first wait in the queue and fill batches of ten. */
export async function allAtOnce(
  stack: WebhookStack,
  { counters, endpoints }: WebhookCustomer,
  deliveries: number,
): Promise<WebhookCounts> {
  return await countsOf(stack, deliveries, async () => {
    const taps = await stack.tapper.tap({ counters, count: deliveries / endpoints.length });
    await stack.receiver.waitFor(deliveries);
    return taps;
  });
}

/** Stack settings: short retry waits, the last two by Scheduler as in production. */
export const shortSchedule = { retryDelays: "1,1,1,2,2", schedulerFromSeconds: "2" };

const attempts = 6;

/** Taps whose deliveries are refused each of the six times, with a response of this size. */
export async function allRetries(
  stack: WebhookStack,
  { counters, endpoints }: WebhookCustomer,
  { responseBytes, ...stream }: { responseBytes: number; count: number; perSecond?: number },
): Promise<WebhookCounts> {
  const refuse = { status: 503, hangMs: 0, bodyBytes: responseBytes };
  const paths = endpoints.map(({ url }) => new URL(url).pathname);
  await stack.receiver.behave(Object.fromEntries(paths.map((path) => [path, refuse])));
  const deliveries = stream.count * endpoints.length;
  const counts = await countsOf(stack, deliveries, async () => {
    const taps = await stack.tapper.tap({ counters, ...stream });
    await stack.receiver.waitFor(deliveries * attempts, { each: "request" });
    // The last of them have still to be recorded.
    await delay(200);
    return taps;
  });
  await stack.receiver.behave({});
  return counts;
}
