import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { EnvironmentPool } from "local-aws";
import { apiSurface, getCounter } from "../../lambdas/functions/api.ts";
import { assetsFolder } from "../../lib/platform/built-functions.ts";
import { withBare } from "../read-api/bare-bundle.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import { atMost, type Figure } from "../report/figure.ts";
import { median } from "../report/statistics.ts";
import { isFunction, withService } from "../service/measured-service.ts";

const rounds = 21;
const bound = 1.3;
const largestKilobytes = 480;

await benchmark("cold-load", (progress) =>
  withService(({ runtime }) =>
    withBare("bare-client", "plain", (plainFile) =>
      withBare("bare-client", "slim", (slimFile) => {
        const functions = [...new Set(runtime.functions.values())];
        // A person waits for these; what serves streams and queues nobody sees start.
        const served = functions.filter(({ spec }) =>
          [...apiSurface.functions, apiSurface.refuse].some(({ name }) =>
            isFunction(spec.logicalId, name),
          ),
        );
        return measure(served, { plainFile, slimFile }, progress);
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
  served: EnvironmentPool[],
  { plainFile, slimFile }: { plainFile: string; slimFile: string },
  progress: Progress,
): Promise<Figure[]> {
  const functions = served.map(bundleOf);
  const variables = functions[0]?.variables ?? {};
  const plain = { name: "plain", file: plainFile, variables, timesMs: [] };
  const slim = { name: "slim", file: slimFile, variables, timesMs: [] };
  const all: Bundle[] = [plain, slim, ...functions];
  progress(`${rounds} rounds of ${all.length} loads …`);
  // One round more, the first, only fills the file cache.
  for (let round = -1; round < rounds; round += 1) {
    const turn = Math.max(round, 0) % all.length;
    for (const bundle of [...all.slice(turn), ...all.slice(0, turn)]) {
      const timeMs = await loadOnce(bundle);
      if (round >= 0) bundle.timesMs.push(timeMs);
    }
  }
  return functions.flatMap((loaded) => figures(loaded, { plain, slim }));
}

function figures(loaded: Bundle, { plain, slim }: { plain: Bundle; slim: Bundle }): Figure[] {
  const { name, file, timesMs } = loaded;
  const detail = `${median(timesMs).toFixed(0)} ms against ${median(plain.timesMs).toFixed(0)} ms`;
  const headline = name === getCounter.name && { headline: true as const };
  return [
    {
      name: `${name}: cold load against a bare DynamoDB client`,
      ...atMost(ratio(loaded, plain), bound),
      unit: "×",
      detail,
      chart: "Loading a function's bundle, against loading a bare DynamoDB client",
      ...headline,
    },
    {
      name: `${name}: the same, the client bundled with this service's own options`,
      value: ratio(loaded, slim),
      unit: "×",
      detail: `against ${median(slim.timesMs).toFixed(0)} ms`,
    },
    {
      name: `${name}: bundle`,
      ...atMost(statSync(file).size / 1_000, largestKilobytes),
      unit: "KB",
      chart: "Bundles",
    },
  ];
}

function ratio({ timesMs }: Bundle, bare: Bundle): number {
  return median(timesMs.map((timeMs, round) => timeMs / (bare.timesMs[round] ?? 0)));
}

function bundleOf({ spec, variables }: EnvironmentPool): Bundle {
  const names = readdirSync(assetsFolder);
  const name = names.find((asset) => isFunction(spec.logicalId, asset)) ?? spec.logicalId;
  const file = join(spec.taskRoot, "index.mjs");
  return { name, file, variables, timesMs: [] };
}

async function loadOnce({ file, variables }: Bundle): Promise<number> {
  const program = join(import.meta.dirname, "..", "read-api", "load-once.mjs");
  const parameters = [program, pathToFileURL(file).href];
  const options = { env: variables, timeout: 20_000 };
  const { stdout } = await promisify(execFile)(process.execPath, parameters, options);
  const timeMs = Number(stdout);
  if (!(timeMs > 0)) throw new Error(`${file} did not load: ${stdout}`);
  return timeMs;
}
