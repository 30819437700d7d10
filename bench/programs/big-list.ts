import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { CounterList } from "../../core/counters/counter.ts";
import { type apiRequest, expectStatus } from "../read-api/api-request.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { createCustomer, realisticNames } from "../service/customer.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const size = 10_000;
const requests = 7;

/** Lambda refuses a longer result of a function; the body travels in it as a JSON string. */
const largestResultBytes = 6_291_556;

await benchmark("big-list", (progress) =>
  withService(async (service) => [
    ...(await listsOf(service, "names of 20 characters", realisticNames(size), progress)),
    ...(await listsOf(service, "names of 200 characters", longNames(), progress)),
  ]),
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
    const figure = `${size} counters, ${kind}, ${way}`;
    figures.push(await bigList(service, { figure, key, headers }));
  }
  return figures;
}

async function bigList(
  service: MeasuredService,
  { figure, key, headers }: { figure: string; key: string; headers: Record<string, string> },
): Promise<Figure> {
  const pool = service.pool("list-counters");
  await killAll(pool);
  const url = `${service.outputs.ApiUrl}/api/v1/counters`;
  const first = await expectStatus(200, url, key, headers);
  const timesMs: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    timesMs.push((await expectStatus(200, url, key, headers)).durationMs);
  }
  const gzip = first.headers["content-encoding"] === "gzip";
  const json = gzip ? gunzipSync(first.body) : first.body;
  const { counters } = CounterList.parse(JSON.parse(json.toString()));
  const resultBytes = resultSize(first, gzip);
  const whole = counters.length === size;
  const measured = [
    `${megabytes(json.length)} MB of JSON`,
    `${megabytes(first.body.length)} MB sent`,
    `${megabytes(resultBytes)} MB of Lambda result`,
    `${median(timesMs).toFixed(0)} ms warm, ${first.durationMs.toFixed(0)} ms first`,
    `${peakMegabytes(pool.pids)} MB peak RSS`,
  ].join(", ");
  const is = `all of them in ≤ ${megabytes(largestResultBytes)} MB of result`;
  return { figure, measured, target: { is, met: whole && resultBytes <= largestResultBytes } };
}

async function killAll(pool: ReturnType<MeasuredService["pool"]>): Promise<void> {
  pool.kill();
  while (pool.pids.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** What the function's result took: the body as Lambda's runtime writes it, beside the headers. */
function resultSize(
  { status: statusCode, headers, body }: Awaited<ReturnType<typeof apiRequest>>,
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
