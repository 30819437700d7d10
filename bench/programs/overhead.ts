import { join } from "node:path";
import { getCounter } from "../../lambdas/functions/api.ts";
import type { ApiCall } from "../read-api/api-event.ts";
import { expectStatus } from "../read-api/api-request.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { OverheadResult, type OverheadTrial } from "../read-api/overhead-trial.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, limitKey } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { TrialProcess } from "../service/trial-process.ts";

const batches = 40;
const callsPerBatch = 100;
const bound = 1.15;
const overheadTrial = join(import.meta.dirname, "..", "read-api", "overhead-trial.ts");

await benchmark("overhead", (progress) =>
  withService((service) => measure(service, progress), { proxied: true }),
);

async function measure(service: MeasuredService, progress: Progress): Promise<Figure[]> {
  const { key, counters } = await createCustomer(service, ["Main entrance"]);
  await limitKey(service, { key, requestsPerMinute: 1_000_000 });
  const counterId = counters[0]?.id ?? "";
  const path = `/api/v1/counters/${counterId}`;
  const call = { routeKey: `GET ${getCounter.routes[0].path}`, path, counterId, key };
  const requests = await requestsOfGetCounter(service, call);
  const serviceFile = join(service.pool(getCounter.name).spec.taskRoot, "index.mjs");
  progress(`${batches} batches of ${callsPerBatch} calls of each handler …`);
  const cpu = await withBare("bare-get-counter", "slim", (bareFile) =>
    runTrial(service, { serviceFile, bareFile, call, batches, callsPerBatch }, requests),
  );
  const ratios = cpu.service.map((micros, index) => micros / (cpu.bare[index] ?? 0));
  const detail = `${median(cpu.service).toFixed(0)} µs against ${median(cpu.bare).toFixed(0)} µs`;
  const name = "get-counter: warm CPU time against a bare handler with the same two calls";
  return [{ name, ...atMost(median(ratios), bound), unit: "×", detail, headline: true }];
}

/** The inputs of both calls, taken from the wire. */
async function requestsOfGetCounter(
  { proxy, outputs }: MeasuredService,
  { path, key }: ApiCall,
): Promise<Record<"update" | "get", object>> {
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

async function runTrial(service: MeasuredService, argument: OverheadTrial, requests: object) {
  const { variables } = service.pool(getCounter.name);
  const endpoint = { AWS_ENDPOINT_URL_DYNAMODB: service.emulatorEndpoint };
  const bareRequests = { BARE_REQUESTS: JSON.stringify(requests) };
  const env = { ...variables, ...endpoint, ...bareRequests };
  const trial = new TrialProcess(overheadTrial, { argument, env });
  try {
    return OverheadResult.parse(await trial.ask({}));
  } finally {
    await trial.close();
  }
}
