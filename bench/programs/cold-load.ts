import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { apiSurface } from "../../lambdas/functions/api.ts";
import { deliverWebhook, dispatchEvents } from "../../lambdas/functions/events.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { benchmark, progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { type MeasuredService, withService } from "../service/measured-service.ts";

const rounds = 21;
const bound = 1.3;
const largestKilobytes = 480;
/** S3's client is among it, and is loaded when a record fails. */
const largestOfStreams = 660;

/** A person waits for these. */
const awaited = [...apiSurface.functions, apiSurface.refuse].map(({ name }) => name);

/** For these the first delivery after an idle hour waits. */
const pipeline = [dispatchEvents, deliverWebhook].map(({ name }) => name);

await benchmark(() =>
  withService((service) => withBare("bare-client", (bareFile) => measure(service, bareFile))),
);

interface Bundle {
  name: string;
  file: string;
  variables: Record<string, string>;
  timesMs: number[];
}

/** Loads all bundles in turns, each time in a fresh process; the ratios are those within a round. */
async function measure(service: MeasuredService, bareFile: string): Promise<Figure[]> {
  const functions = [...awaited, ...pipeline].map((name): Bundle => {
    const { spec, variables } = service.pool(name);
    return { name, file: join(spec.taskRoot, "index.mjs"), variables, timesMs: [] };
  });
  const variables = functions[0]?.variables ?? {};
  const bare: Bundle = { name: "bare", file: bareFile, variables, timesMs: [] };
  const all = [bare, ...functions];
  progress(`${rounds} rounds of ${all.length} loads …`);
  // One round more, the first, only fills the file cache.
  for (let round = -1; round < rounds; round += 1) {
    const turn = Math.max(round, 0) % all.length;
    for (const bundle of [...all.slice(turn), ...all.slice(0, turn)]) {
      const timeMs = await loadOnce(bundle);
      if (round >= 0) bundle.timesMs.push(timeMs);
    }
  }
  return functions.flatMap((loaded) => figures(loaded, bare));
}

function figures({ name, file, timesMs }: Bundle, bare: Bundle): Figure[] {
  const isAwaited = awaited.some((one) => one === name);
  const ratio = median(timesMs.map((timeMs, round) => timeMs / (bare.timesMs[round] ?? 0)));
  return [
    {
      name: `${name}: cold load against a bare client, logger and metrics`,
      ...(isAwaited ? atMost(ratio, bound) : { value: ratio }),
      unit: "×",
      detail: `${median(timesMs).toFixed(0)} ms against ${median(bare.timesMs).toFixed(0)} ms`,
    },
    {
      name: `${name}: bundle`,
      ...atMost(sizeOf(dirname(file)) / 1_000, isAwaited ? largestKilobytes : largestOfStreams),
      unit: "KB",
    },
  ];
}

/** Bytes of all modules in a function's folder. */
function sizeOf(folder: string): number {
  const modules = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
  return modules.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
}

async function loadOnce({ file, variables }: Bundle): Promise<number> {
  const program = join(import.meta.dirname, "..", "read-api", "load-once.mjs");
  const parameters = [program, pathToFileURL(file).href];
  const options = { env: variables, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, parameters, options);
  return z.object({ timeMs: z.number().positive() }).parse(JSON.parse(stdout)).timeMs;
}
