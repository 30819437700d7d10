import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { percentile } from "../report/statistics.ts";
import { peakMegabytes } from "../service/process-usage.ts";
import { ProcessorShares, processorMegabytes } from "../service/processor-share.ts";
import { allAtOnce, type WebhookCustomers, warmCustomers } from "../webhooks/phases.ts";
import { observe, tracesOf } from "../webhooks/trace.ts";
import { type WebhookStack, webhookFunctions, withWebhooks } from "../webhooks/webhook-stack.ts";

const sizes = [128, 256, 512];
const deliveries = 600;
const receiverMs = 100;
const singles = { count: 60, perSecond: 3 };

await benchmark("memory", async (progress) => {
  const figures: Figure[] = [];
  for (const size of sizes) {
    figures.push(...(await withWebhooks((stack) => measured(stack, size, progress))));
  }
  return figures;
});

/** What deliveries take with so much memory, measured and by the model, and how late they are. */
async function measured(stack: WebhookStack, size: number, progress: Progress): Promise<Figure[]> {
  for (const name of webhookFunctions) stack.pool(name).spec.memoryMegabytes = size;
  progress(`${size} MB: warming up …`);
  const customers = await warmCustomers(stack);
  await stack.receiver.behave(slowReceivers(customers));
  const free = await inTens(stack, customers);
  const pids = webhookFunctions.flatMap((name) => stack.pool(name).pids);
  using _ = new ProcessorShares(pids, size);
  progress(`${size} MB: ${deliveries} deliveries at once …`);
  const limited = await inTens(stack, customers);
  progress(`${size} MB: one at a time …`);
  const latencies = await latenciesAlone(stack, customers);
  const share = size / processorMegabytes;
  const modelMs = free.durationMs + free.cpuMs * (1 / share - 1);
  const gigabyteSeconds = (ms: number) => ((ms / 1_000) * size) / 1_024;
  const name = `${size} MB`;
  return [
    {
      name: `${name}: a delivery in batches of ten`,
      value: gigabyteSeconds(limited.durationMs),
      unit: "GB-seconds",
      detail: `by the model ${gigabyteSeconds(modelMs).toPrecision(3)}`,
    },
    { name: `${name}: measured to modelled`, value: limited.durationMs / modelMs, unit: "×" },
    { name: `${name}: one at a time: p50`, value: percentile(latencies, 0.5), unit: "ms" },
    { name: `${name}: one at a time: p99`, value: percentile(latencies, 0.99), unit: "ms" },
    {
      name: `${name}: most memory of deliver-webhook`,
      value: Math.max(...stack.pool("deliver-webhook").pids.map(peakMegabytes)),
      unit: "MB",
    },
  ];
}

function slowReceivers({ one, ten }: WebhookCustomers) {
  const paths = [...one.endpoints, ...ten.endpoints].map(({ url }) => new URL(url).pathname);
  const behaviour = { status: 200, hangMs: receiverMs, bodyBytes: 20 };
  return Object.fromEntries(paths.map((path) => [path, behaviour]));
}

/** Of deliver-webhook, for each delivery: how long it ran, and the CPU time that it took meanwhile. */
async function inTens(stack: WebhookStack, { ten }: WebhookCustomers) {
  const counts = await allAtOnce(stack, ten, deliveries);
  const ranMs = counts.deliverMs.reduce((sum, ms) => sum + ms, 0);
  return { durationMs: ranMs / deliveries, cpuMs: counts.cpuMs.deliver / deliveries };
}

async function latenciesAlone(stack: WebhookStack, { one }: WebhookCustomers): Promise<number[]> {
  const taps = await stack.tapper.tap({ counters: one.counters, ...singles });
  await stack.receiver.waitFor(singles.count);
  const traces = tracesOf(await observe(stack, one), one, taps);
  return traces.map(({ committed, received }) => received - committed);
}
