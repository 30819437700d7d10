import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { organizationQuery } from "../../adapters/aws/dynamodb-items.ts";
import { CounterList } from "../../core/counters/counter.ts";
import { listCounters } from "../../lambdas/functions/api.ts";
import { type ApiResponse, apiRequest } from "../read-api/api-request.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { type Called, HandlerTrial } from "../read-api/handler-trial.ts";
import { benchmark } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { type Customer, createCustomer, limitKey, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { peakMegabytes } from "../service/process-usage.ts";

const size = 10_000;
const requests = 7;

/** Calls of the list and of a bare Query by turns, after those that warm up both. */
const turns = 15;
const warmUpTurns = 5;
const boundOfTime = 1.5;
const boundOfMegabytes = 160;

/** Lambda refuses a longer result of a function; the body travels in it as a JSON string. */
const largestResultMegabytes = 6_291_556 / 1e6;

await benchmark("big-list", (progress) =>
  withService(async (service) => {
    progress(`${size} counters with names of 20 characters …`);
    const usual = await createCustomer(service, realisticNames(size));
    const figures = await bothLists(service, "names of 20 characters", usual.key);
    progress(`${turns} lists and as many bare Queries, by turns …`);
    figures.push(await againstBareQuery(service, usual));
    progress(`${size} counters with names of 200 characters …`);
    const long = await createCustomer(service, longNames());
    return [...figures, ...(await bothLists(service, "names of 200 characters", long.key))];
  }),
);

async function bothLists(service: MeasuredService, kind: string, key: string): Promise<Figure[]> {
  const ways = { "with gzip": { "accept-encoding": "gzip" }, "no Accept-Encoding": {} };
  const figures: Figure[] = [];
  for (const [way, headers] of Object.entries(ways)) {
    const name = `${size} counters, ${kind}, ${way}`;
    figures.push(...(await bigList(service, { name, key, headers })));
  }
  return figures;
}

/** Both call the emulator itself, each in a process of its own. */
async function againstBareQuery(
  service: MeasuredService,
  { key, organization }: Customer,
): Promise<Figure> {
  await limitKey(service, { key, requestsPerMinute: 1e9 });
  const { variables, spec } = service.pool(listCounters.name);
  const { path } = listCounters.routes[0];
  const call = { routeKey: `GET ${path}`, path, key, headers: { "accept-encoding": "gzip" } };
  const tableName = service.outputs.CountersTable;
  const query = organizationQuery({ tableName, organizationId: organization.id });
  const env = { ...variables, BARE_QUERY: JSON.stringify(query) };
  return await withBare("bare-list", async (bareFile) => {
    const file = join(spec.taskRoot, "index.mjs");
    await using list = new HandlerTrial({ list: { file, call } }, env);
    await using bare = new HandlerTrial({ list: { file: bareFile, call } }, env);
    const times = { list: [] as Called[], bare: [] as Called[] };
    for (let turn = -warmUpTurns; turn < turns; turn += 1) {
      for (const name of turn % 2 === 0
        ? (["list", "bare"] as const)
        : (["bare", "list"] as const)) {
        const called = await allowedCall({ list, bare }[name]);
        if (turn >= 0) times[name].push(called);
      }
    }
    const ratios = times.list.map(
      (one, turn) => one.durationMs / (times.bare[turn]?.durationMs ?? 0),
    );
    const medians = (of: "durationMs" | "cpuMs") =>
      [times.list, times.bare]
        .map((calls) => `${median(calls.map((each) => each[of])).toFixed(0)} ms`)
        .join(" against ");
    return {
      name: `${size} counters, names of 20 characters: time of a list against a bare paged Query`,
      ...atMost(median(ratios), boundOfTime),
      unit: "×",
      detail: `${medians("durationMs")}; of processor time ${medians("cpuMs")}`,
    };
  });
}

/** A call within what an organization may read in a second. */
async function allowedCall(trial: HandlerTrial): Promise<Called> {
  for (;;) {
    const called = await trial.call("list");
    if (called.statusCode === 200) return called;
    if (called.statusCode !== 503) throw new Error(`a list returned ${called.statusCode}`);
  }
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
    },
    {
      name: `${name}: memory of the function`,
      // Without compression most is what the runtime makes of the result: JSON of its JSON.
      ...(gzip ? atMost(peak, boundOfMegabytes) : { value: peak }),
      unit: "MB",
      detail: `peak RSS of ${requests + 1} lists`,
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
