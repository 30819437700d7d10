import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { CounterList } from "../../core/counters/counter.ts";
import { listCounters } from "../../lambdas/functions/api.ts";
import { type ApiResponse, apiRequest } from "../read-api/api-request.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";
import { peakMegabytes } from "../service/process-usage.ts";

const size = 10_000;
const requests = 7;

const boundOfMegabytes = 160;

/** Lambda refuses a longer result of a function; the body travels in it as a JSON string. */
const largestResultMegabytes = 6_291_556 / 1e6;

await benchmark(() =>
  withService(async (service) => {
    const kinds = { 20: realisticNames(size), 200: longNames() };
    const ways = { "with gzip": { "accept-encoding": "gzip" }, "no Accept-Encoding": {} };
    const figures: Figure[] = [];
    for (const [characters, names] of Object.entries(kinds)) {
      progress(`${size} counters with names of ${characters} characters …`);
      const { key } = await createCustomer(service, names, { groupName: "Hall 3" });
      for (const [way, headers] of Object.entries(ways)) {
        const name = `${size} counters, names of ${characters} characters, ${way}`;
        figures.push(...(await bigList(service, { name, key, headers })));
      }
    }
    return figures;
  }),
);

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
  const megabytesOfResult = resultSize(first, gzip) / 1e6;
  const peak = peakOfOnly(pool.pids);
  return [
    {
      name: `${name}: result of the function`,
      ...atMost(megabytesOfResult, largestResultMegabytes),
      unit: "MB",
      detail: `${megabytes(json.length)} MB of JSON, ${megabytes(first.body.length)} MB sent`,
    },
    {
      name: `${name}: memory of the function`,
      // Without compression most is what the runtime makes of the result: JSON of its JSON.
      ...(gzip ? atMost(peak, boundOfMegabytes) : { value: peak }),
      unit: "MB",
      detail: `peak RSS of ${requests + 1} lists`,
    },
    {
      name: `${name}: time of a list`,
      value: median(timesMs),
      unit: "ms",
      detail: `${first.durationMs.toFixed(0)} ms the first`,
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
