import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { CounterList } from "../../core/counters/counter.ts";
import { type ApiResponse, apiRequest } from "../read-api/api-request.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { consumedCapacity, unitsOf } from "../service/consumed-capacity.ts";
import { createCustomer, limitKey, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const size = 10_000;
const requests = 7;

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
  const { key } = await createCustomer(service, names);
  const ways = { "with gzip": { "accept-encoding": "gzip" }, "no Accept-Encoding": {} };
  const figures: Figure[] = [];
  for (const [way, headers] of Object.entries(ways)) {
    const name = `${size} counters, ${kind}, ${way}`;
    figures.push(await bigList(service, { name, key, headers }));
  }
  return figures;
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
): Promise<Figure> {
  const pool = service.pool("list-counters");
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
    `${peakMegabytes(pool.pids)} MB peak RSS`,
  ].join(", ");
  const megabytesOfResult = resultSize(first, gzip) / 1e6;
  return {
    name: `${name}: result of the function`,
    ...atMost(megabytesOfResult, largestResultMegabytes),
    unit: "MB",
    detail,
    chart: "The function's result for 10,000 counters",
    ...(name.includes("of 200 characters, no") && { headline: true as const }),
  };
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

/** The most memory that the only environment of the function ever held, as the kernel saw it. */
function peakMegabytes(pids: number[]): number {
  const [pid] = z.tuple([z.int()]).parse(pids);
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(peak) / 1024);
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
