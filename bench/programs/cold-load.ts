import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { EnvironmentPool } from "local-aws";
import * as z from "zod";
import { apiSurface, getCounter, getCounterHistory } from "../../lambdas/functions/api.ts";
import { deliverWebhook, dispatchEvents } from "../../lambdas/functions/events.ts";
import { assetsFolder } from "../../lib/platform/built-functions.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { kilobytesByPart, millisecondsByPart, withMarked } from "../read-api/bundle-parts.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { isFunction, withService } from "../service/measured-service.ts";

const rounds = 21;
const bound = 1.3;
const largestKilobytes = 480;
/** S3's client is among it, and is loaded when a record fails. */
const largestOfStreams = 620;

/** A person waits for these. */
const awaited = [...apiSurface.functions, apiSurface.refuse];

/** For these the first delivery after an idle hour waits. */
const pipeline = [dispatchEvents, deliverWebhook];

/** What these are made of is drawn. */
const drawn = [getCounter, getCounterHistory, ...pipeline];

/** What load-once.mjs tells. */
const Load = z.object({
  startedMs: z.number(),
  timeMs: z.number().positive(),
  moduleTimes: z.array(z.tuple([z.number(), z.string()])),
});

await benchmark("cold-load", (progress) =>
  withService(({ runtime }) =>
    withBare("bare-client", "plain", (plainFile) =>
      withBare("bare-client", "slim", (slimFile) => {
        const functions = [...new Set(runtime.functions.values())];
        const loaded = functions.filter(({ spec }) =>
          [...awaited, ...pipeline].some(({ name }) => isFunction(spec.logicalId, name)),
        );
        return measure(loaded, { plainFile, slimFile }, progress);
      }),
    ),
  ),
);

interface Bundle {
  name: string;
  file: string;
  variables: Record<string, string>;
  timesMs: number[];
}

/** Loads all bundles in turns, each time in a fresh process; the ratios are those within a round. */
async function measure(
  pools: EnvironmentPool[],
  { plainFile, slimFile }: { plainFile: string; slimFile: string },
  progress: Progress,
): Promise<Figure[]> {
  const functions = pools.map(bundleOf);
  const variables = functions[0]?.variables ?? {};
  const plain = { name: "plain", file: plainFile, variables, timesMs: [] };
  const slim = { name: "slim", file: slimFile, variables, timesMs: [] };
  const all: Bundle[] = [plain, slim, ...functions];
  progress(`${rounds} rounds of ${all.length} loads …`);
  // One round more, the first, only fills the file cache.
  for (let round = -1; round < rounds; round += 1) {
    const turn = Math.max(round, 0) % all.length;
    for (const bundle of [...all.slice(turn), ...all.slice(0, turn)]) {
      const { timeMs } = await loadOnce(bundle);
      if (round >= 0) bundle.timesMs.push(timeMs);
    }
  }
  return [
    ...functions.flatMap((loaded) => figures(loaded, { plain, slim })),
    ...(await partsOf(functions, progress)),
  ];
}

/** Of what the bundles are made, in kilobytes and in milliseconds of a load. */
async function partsOf(functions: Bundle[], progress: Progress): Promise<Figure[]> {
  progress(`${rounds} loads of ${drawn.length} marked bundles …`);
  const figures: Figure[] = [];
  for (const entry of drawn) {
    const { name } = entry;
    const variables = functions.find((one) => one.name === name)?.variables ?? {};
    for (const [part, kilobytes] of await kilobytesByPart(entry)) {
      figures.push({
        name: `${name}: ${part}`,
        value: kilobytes,
        unit: "KB",
        chart: "Parts of bundles",
      });
    }
    const loads = await withMarked(entry, (file) => loadsOf({ name, file, variables }));
    const parts = [...new Set(loads.flatMap((load) => [...load.keys()]))];
    for (const part of parts) {
      const value = median(loads.map((load) => load.get(part) ?? 0));
      figures.push({ name: `${name}: load, ${part}`, value, unit: "ms", chart: "Parts of a load" });
    }
  }
  return figures;
}

async function loadsOf(bundle: Omit<Bundle, "timesMs">): Promise<Map<string, number>[]> {
  const loads: Map<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { startedMs, moduleTimes } = await loadOnce(bundle);
    loads.push(millisecondsByPart(startedMs, moduleTimes));
  }
  return loads;
}

function figures(loaded: Bundle, { plain, slim }: { plain: Bundle; slim: Bundle }): Figure[] {
  const { name, file, timesMs } = loaded;
  const detail = `${median(timesMs).toFixed(0)} ms against ${median(slim.timesMs).toFixed(0)} ms`;
  const headline = name === getCounter.name && { headline: true as const };
  const isAwaited = awaited.some((one) => one.name === name);
  const alike = ratio(loaded, slim);
  return [
    {
      name: `${name}: cold load against a bare DynamoDB client, bundled alike`,
      ...(isAwaited ? atMost(alike, bound) : { value: alike }),
      unit: "×",
      detail,
      chart: "Loading a function's bundle, against loading a bare DynamoDB client",
      ...headline,
    },
    {
      name: `${name}: the same, the client bundled as usual`,
      value: ratio(loaded, plain),
      unit: "×",
      detail: `against ${median(plain.timesMs).toFixed(0)} ms`,
    },
    {
      name: `${name}: bundle`,
      ...atMost(sizeOf(dirname(file)) / 1_000, isAwaited ? largestKilobytes : largestOfStreams),
      unit: "KB",
      chart: "Bundles",
    },
  ];
}

function ratio({ timesMs }: Bundle, bare: Bundle): number {
  return median(timesMs.map((timeMs, round) => timeMs / (bare.timesMs[round] ?? 0)));
}

/** Bytes of all modules in a function's folder. */
function sizeOf(folder: string): number {
  const modules = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
  return modules.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
}

function bundleOf({ spec, variables }: EnvironmentPool): Bundle {
  const names = readdirSync(assetsFolder);
  const name = names.find((asset) => isFunction(spec.logicalId, asset)) ?? spec.logicalId;
  const file = join(spec.taskRoot, "index.mjs");
  return { name, file, variables, timesMs: [] };
}

async function loadOnce({ file, variables }: Pick<Bundle, "file" | "variables">) {
  const program = join(import.meta.dirname, "..", "read-api", "load-once.mjs");
  const parameters = [program, pathToFileURL(file).href];
  const options = { env: variables, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, parameters, options);
  return Load.parse(JSON.parse(stdout));
}
