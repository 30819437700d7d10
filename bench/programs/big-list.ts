import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { organizationQuery } from "../../adapters/aws/dynamodb-items.ts";
import { CounterList } from "../../core/counters/counter.ts";
import type { Organization } from "../../core/organizations/organization.ts";
import { listCounters } from "../../lambdas/functions/api.ts";
import { type ApiResponse, apiRequest } from "../read-api/api-request.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { ListCall, type ListTrial } from "../read-api/list-trial.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { consumedCapacity, unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer, limitKey, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { peakMegabytes } from "../service/process-usage.ts";
import { TrialProcess } from "../service/trial-process.ts";

const size = 10_000;
const requests = 7;

/** Calls of the list and of a bare Query by turns, after those that warm up both. */
const turns = 15;
const warmUpTurns = 5;
const boundOfTime = 1.5;
const boundOfMegabytes = 160;
const listTrial = join(import.meta.dirname, "..", "read-api", "list-trial.ts");

/** DynamoDB's limit of a partition, per second. */
const partitionUnits = 3_000;
const readersMs = 10_000;

/** Lambda refuses a longer result of a function; the body travels in it as a JSON string. */
const largestResultMegabytes = 6_291_556 / 1e6;

await benchmark("big-list", (progress) =>
  withService(
    async (service) => [
      ...(await listsOf(service, "names of 20 characters", realisticNames(size), progress)),
      ...(await listsOf(service, "names of 200 characters", longNames(), progress)),
      ...(await manyReaders(service, progress)),
    ],
    { proxied: true },
  ),
);

async function listsOf(
  service: MeasuredService,
  kind: string,
  names: string[],
  progress: Progress,
): Promise<Figure[]> {
  progress(`${size} counters with ${kind} …`);
  const { key, organization } = await createCustomer(service, names);
  const ways = { "with gzip": { "accept-encoding": "gzip" }, "no Accept-Encoding": {} };
  const figures: Figure[] = [];
  for (const [way, headers] of Object.entries(ways)) {
    const name = `${size} counters, ${kind}, ${way}`;
    figures.push(...(await bigList(service, { name, key, headers })));
  }
  progress(`${turns} lists and as many bare Queries, by turns …`);
  return [...figures, await againstBareQuery(service, { kind, key, organization })];
}

/** Both call the emulator itself, each in a process of its own. */
async function againstBareQuery(
  service: MeasuredService,
  { kind, key, organization }: { kind: string; key: string; organization: Organization },
): Promise<Figure> {
  await limitKey(service, { key, requestsPerMinute: 1e9 });
  const { variables, spec } = service.pool(listCounters.name);
  const { path } = listCounters.routes[0];
  const call = { routeKey: `GET ${path}`, path, key };
  const tableName = service.outputs.CountersTable;
  const query = organizationQuery({ tableName, organizationId: organization.id });
  const env = {
    ...variables,
    AWS_ENDPOINT_URL_DYNAMODB: service.emulatorEndpoint,
    BARE_QUERY: JSON.stringify(query),
  };
  const times = await withBare("bare-list", "slim", async (bareFile) => {
    const file = join(spec.taskRoot, "index.mjs");
    await using processes = new AsyncDisposableStack();
    const trial = (argument: ListTrial) => {
      const started = new TrialProcess(listTrial, { argument, env });
      processes.defer(() => started.close());
      return started;
    };
    return await byTurns(trial({ file, call }), trial({ file: bareFile, call }));
  });
  const [list, bare] = [medians(times.list), medians(times.bare)];
  const ratios = times.list.map(
    (one, index) => one.durationMs / (times.bare[index]?.durationMs ?? 0),
  );
  return {
    name: `${size} counters, ${kind}: time of a list against a bare paged Query`,
    ...atMost(median(ratios), boundOfTime),
    unit: "×",
    detail:
      `${list.durationMs.toFixed(0)} ms against ${bare.durationMs.toFixed(0)} ms; of processor time ` +
      `${list.cpuMs.toFixed(0)} ms against ${bare.cpuMs.toFixed(0)} ms`,
    ...(kind.includes("of 20 characters") && { headline: true as const }),
  };
}

async function byTurns(list: TrialProcess, bare: TrialProcess) {
  const times: Record<"list" | "bare", ListCall[]> = { list: [], bare: [] };
  for (let turn = -warmUpTurns; turn < turns; turn += 1) {
    const pair = { list, bare };
    const order = turn % 2 === 0 ? (["list", "bare"] as const) : (["bare", "list"] as const);
    for (const name of order) {
      const call = await allowedCall(pair[name]);
      if (turn >= 0) times[name].push(call);
    }
  }
  return times;
}

/** A call within what an organization may read in a second. */
async function allowedCall(trial: TrialProcess): Promise<ListCall> {
  for (;;) {
    const call = ListCall.parse(await trial.ask({}));
    if (call.statusCode === 200) return call;
    if (call.statusCode !== 503) throw new Error(`a list returned ${call.statusCode}`);
  }
}

function medians(calls: ListCall[]) {
  return {
    durationMs: median(calls.map(({ durationMs }) => durationMs)),
    cpuMs: median(calls.map(({ cpuMs }) => cpuMs)),
  };
}

/** Ten readers of one organization that list without a pause, whatever the limits of a key are. */
async function manyReaders(service: MeasuredService, progress: Progress): Promise<Figure[]> {
  progress("ten readers at once …");
  const { key } = await createCustomer(service, realisticNames(size));
  await limitKey(service, { key, requestsPerMinute: 1e9 });
  const url = `${service.outputs.ApiUrl}/api/v1/counters`;
  service.proxy.asksForCapacity = true;
  await service.proxy.takeCalls();
  const startedMs = Date.now();
  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      while (Date.now() < startedMs + readersMs) statuses.push((await apiRequest(url, key)).status);
    }),
  );
  const seconds = (Date.now() - startedMs) / 1_000;
  const consumed = consumedCapacity(await service.proxy.takeCalls());
  const perSecond = unitsOf(consumed, "read") / seconds;
  const count = (status: number) => statuses.filter((each) => each === status).length;
  return [
    {
      name: `${size} counters, ten readers without a pause: read units of the partition`,
      ...atMost(perSecond, partitionUnits),
      unit: "RCU/s",
      detail: `for ${seconds.toFixed(0)} s, ${count(200)} lists, ${count(503)} × 503`,
    },
  ];
}

async function bigList(
  service: MeasuredService,
  { name, key, headers }: { name: string; key: string; headers: Record<string, string> },
): Promise<Figure[]> {
  const pool = service.pool(listCounters.name);
  await killAll(pool);
  const url = `${service.outputs.ApiUrl}/api/v1/counters`;
  const first = await listed(url, key, headers);
  const timesMs: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    timesMs.push((await listed(url, key, headers)).durationMs);
  }
  const gzip = first.headers["content-encoding"] === "gzip";
  const json = gzip ? gunzipSync(first.body) : first.body;
  const { counters } = CounterList.parse(JSON.parse(json.toString()));
  if (counters.length !== size) throw new Error(`a list of ${counters.length} counters`);
  const detail = [
    `${megabytes(json.length)} MB of JSON`,
    `${megabytes(first.body.length)} MB sent`,
    `${median(timesMs).toFixed(0)} ms warm, ${first.durationMs.toFixed(0)} ms first`,
  ].join(", ");
  const megabytesOfResult = resultSize(first, gzip) / 1e6;
  const peak = peakOfOnly(pool.pids);
  return [
    {
      name: `${name}: result of the function`,
      ...atMost(megabytesOfResult, largestResultMegabytes),
      unit: "MB",
      detail,
      chart: "The function's result for 10,000 counters",
      ...(name.includes("of 200 characters, no") && { headline: true as const }),
    },
    {
      name: `${name}: memory of the function`,
      // Without compression most is what the runtime makes of the result: JSON of its JSON.
      ...(gzip ? atMost(peak, boundOfMegabytes) : { value: peak }),
      unit: "MB",
      detail: `peak RSS of ${requests + 1} lists`,
      ...(name.includes("of 20 characters, with") && { headline: true as const }),
    },
  ];
}

/** A list within what an organization may read in a second. */
async function listed(...call: Parameters<typeof apiRequest>): Promise<ApiResponse> {
  for (;;) {
    const response = await apiRequest(...call);
    if (response.status === 200) return response;
    if (response.status !== 503) throw new Error(`${call[0]} returned ${response.status}`);
  }
}

async function killAll(pool: ReturnType<MeasuredService["pool"]>): Promise<void> {
  pool.kill();
  while (pool.pids.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** What the function's result took: the body as Lambda's runtime writes it, beside the headers. */
function resultSize(
  { status: statusCode, headers, body }: ApiResponse,
  isBase64Encoded: boolean,
): number {
  const text = body.toString(isBase64Encoded ? "base64" : "utf8");
  return Buffer.byteLength(JSON.stringify({ statusCode, headers, body: text, isBase64Encoded }));
}

/** Of the only environment of a function, rounded. */
function peakOfOnly(pids: number[]): number {
  const [pid] = z.tuple([z.int()]).parse(pids);
  return Math.round(peakMegabytes(pid));
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}

/** Ordinary words, no two names alike, for names of one letter would compress to nothing. */
function longNames(): string[] {
  const words = ["gate", "north", "visitors", "hall", "upper", "level", "ramp", "exit", "staff"];
  return Array.from({ length: size }, (_, index) => {
    let seed = index + 1;
    let name = `Counter ${index}`;
    while (name.length < 200) {
      seed = (seed * 48_271) % 2_147_483_647;
      name += ` ${words[seed % words.length]} ${seed % 1_000}`;
    }
    return name.slice(0, 199) + (index % 10);
  });
}
