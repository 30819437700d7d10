import { join } from "node:path";
import { marshall } from "@aws-sdk/util-dynamodb";
import { getCounter, getCounterHistory, listCounters } from "../../lambdas/functions/api.ts";
import { expectStatus } from "../read-api/api-request.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { type Handlers, HandlerTrial } from "../read-api/handler-trial.ts";
import { sequentialCalls } from "../read-api/sequential-calls.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, exactly, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, keyOf, limitKey, realisticNames, tapMany } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const delayMs = 25;
const rounds = 60;
const warmUpCalls = 400;
const bound = 1.3;

const cpuBatches = 40;
const callsPerBatch = 100;
const cpuBound = 1.15;

const bareName = "bare";
const endpoints = {
  "list of 10": listCounters,
  get: getCounter,
  "history of 100": getCounterHistory,
};

await benchmark(() =>
  withService(
    async (service) => {
      const reads = await readsOf(service);
      return [...(await warmCalls(service, reads)), ...(await overhead(service, reads))];
    },
    { proxied: true },
  ),
);

interface Reads {
  handlers: Handlers;
  key: string;
  counterKey: { organizationId: string; counterId: string };
}

/** The calls of an organization with ten counters, one of which has a history. */
async function readsOf(service: MeasuredService): Promise<Reads> {
  const { key, counter } = await createCustomer(service, realisticNames(10));
  await limitKey(service, { key, requestsPerMinute: 1_000_000 });
  const counterKey = keyOf(counter);
  await tapMany(service, counter, 150);
  const handlers = Object.entries(endpoints).map(([label, { name, routes }]) => {
    const [{ path: pattern }] = routes;
    const path = pattern.replace("{counterId}", counterKey.counterId);
    const counterId = pattern.includes("{") ? { counterId: counterKey.counterId } : {};
    const file = join(service.pool(name).spec.taskRoot, "index.mjs");
    return [label, { file, call: { routeKey: `GET ${pattern}`, path, key, ...counterId } }];
  });
  return { handlers: Object.fromEntries(handlers), key, counterKey };
}

async function warmCalls(
  service: MeasuredService,
  { handlers, counterKey }: Reads,
): Promise<Figure[]> {
  const { outputs, proxy, pool } = service;
  const Key = marshall(counterKey);
  const bareGet = { TableName: outputs.CountersTable, Key, ConsistentRead: true };
  const variables = Object.values(endpoints).map(({ name }) => pool(name).variables);
  // The handlers share the process, and no function's role may make all their calls.
  const env = { BARE_GET: JSON.stringify(bareGet), AWS_ACCESS_KEY_ID: "local" };
  return await withBare("bare-get-item", async (file) => {
    const bare = { file, call: handlers.get?.call ?? { routeKey: "", path: "", key: "" } };
    await using trial = new HandlerTrial(
      { ...handlers, [bareName]: bare },
      Object.assign({}, ...variables, env),
    );
    const timed = async (name: string) => {
      await proxy.takeCalls();
      const { statusCode, durationMs } = await trial.call(name);
      if (statusCode !== 200) throw new Error(`${name} returned ${statusCode}`);
      return { name, durationMs, chain: sequentialCalls(await proxy.takeCalls()) };
    };
    const names = [bareName, ...Object.keys(endpoints)];
    proxy.delayMs = delayMs;
    const first = [];
    for (const name of names) first.push(await timed(name));
    proxy.delayMs = 0;
    for (const name of names) await trial.call(name, warmUpCalls);
    progress(`${rounds} rounds with ${delayMs} ms in front of every DynamoDB call …`);
    proxy.delayMs = delayMs;
    const warm = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) warm.push(await timed(name));
    }
    proxy.delayMs = 0;
    return figures(first, warm);
  });
}

interface TimedCall {
  name: string;
  durationMs: number;
  chain: number;
}

function figures(first: TimedCall[], warm: TimedCall[]): Figure[] {
  const of = (name: string) => warm.filter((call) => call.name === name);
  const medianMs = (name: string) => median(of(name).map(({ durationMs }) => durationMs));
  return Object.keys(endpoints).flatMap((name): Figure[] => [
    {
      name: `${name}: a warm call against one bare GetItem`,
      ...atMost(medianMs(name) / medianMs(bareName), bound),
      unit: "×",
      detail: `${medianMs(name).toFixed(1)} ms against ${medianMs(bareName).toFixed(1)} ms`,
    },
    {
      name: `${name}: round trips in sequence`,
      ...exactly(Math.max(...of(name).map(({ chain }) => chain)), 1),
      unit: "round trips",
      detail: `${first.find((call) => call.name === name)?.chain} at the first call of an instance`,
    },
  ]);
}

/** CPU time of get-counter against a handler that makes the same calls, writes two lines and does nothing else. */
async function overhead(service: MeasuredService, { handlers, key }: Reads): Promise<Figure[]> {
  const { get } = handlers;
  if (get === undefined) throw new Error("get is not measured");
  const env = {
    ...service.pool(getCounter.name).variables,
    AWS_ENDPOINT_URL_DYNAMODB: service.emulatorEndpoint,
    BARE_REQUESTS: JSON.stringify(await requestsOfGet(service, get.call.path, key)),
  };
  progress(`${cpuBatches} batches of ${callsPerBatch} calls of get and of a bare handler …`);
  return await withBare("bare-get-counter", async (file) => {
    await using trial = new HandlerTrial({ get, [bareName]: { ...get, file } }, env);
    const cpu: Record<string, number[]> = { get: [], [bareName]: [] };
    // The first quarter warms up. Who begins changes, so that neither always runs on the other's heap.
    for (let batch = -cpuBatches / 4; batch < cpuBatches; batch += 1) {
      for (const name of batch % 2 === 0 ? ["get", bareName] : [bareName, "get"]) {
        const { statusCode, cpuMs } = await trial.call(name, callsPerBatch);
        if (statusCode !== 200) throw new Error(`${name} returned ${statusCode}`);
        if (batch >= 0) cpu[name]?.push(cpuMs / callsPerBatch);
      }
    }
    const { get: ours = [], [bareName]: bare = [] } = cpu;
    const [our, its] = [ours, bare].map((each) => (1_000 * median(each)).toFixed(0));
    return [
      {
        name: "get-counter: warm CPU time against a bare handler with the same two calls, logger and metrics",
        ...atMost(median(ours.map((ms, batch) => ms / (bare[batch] ?? 0))), cpuBound),
        unit: "×",
        detail: `${our} µs against ${its} µs`,
      },
    ];
  });
}

/** The inputs of both calls of get-counter, taken from the wire. */
async function requestsOfGet({ proxy, outputs }: MeasuredService, path: string, key: string) {
  await expectStatus(200, `${outputs.ApiUrl}${path}`, key);
  await proxy.takeCalls();
  await expectStatus(200, `${outputs.ApiUrl}${path}`, key);
  const calls = await proxy.takeCalls();
  const input = (operation: string) => {
    const call = calls.find((call) => call.operation === operation);
    if (call !== undefined && calls.length === 2) return JSON.parse(call.request.toString());
    throw new Error(`get-counter made other calls: ${calls.map(({ operation }) => operation)}`);
  };
  return { update: input("UpdateItem"), get: input("GetItem") };
}
