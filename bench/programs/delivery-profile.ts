import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { EnvironmentPool } from "local-aws";
import { bundleOptions } from "../../lib/platform/bundle.ts";
import { benchmark, type Progress } from "../report/benchmark.ts";
import type { Figure } from "../report/figure.ts";
import { allAtOnce, warmCustomers } from "../webhooks/phases.ts";
import { sharesOf } from "../webhooks/profile-shares.ts";
import { type WebhookStack, webhookFunctions, withWebhooks } from "../webhooks/webhook-stack.ts";

const deliveries = 8_000;

await benchmark("delivery-profile", async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), "counting-profile-"));
  try {
    return await withWebhooks((stack) => profile(stack, folder, progress));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Where the processor time of the two functions goes while batches of ten are sent. */
async function profile(stack: WebhookStack, folder: string, progress: Progress): Promise<Figure[]> {
  const flag = join(folder, "wanted");
  for (const name of webhookFunctions) await useReadable(stack.pool(name), { name, folder, flag });
  progress("warming up …");
  const { ten } = await warmCustomers(stack);
  writeFileSync(flag, "");
  await allAtOnce(stack, ten, 200);
  progress(`${deliveries} deliveries under a profile …`);
  const counts = await allAtOnce(stack, ten, deliveries);
  rmSync(flag);
  await allAtOnce(stack, ten, 400);
  return webhookFunctions.flatMap((name) => {
    const { spec } = stack.pool(name);
    const profiles = globSync(join(folder, `${spec.name}-*.json`)).map(read);
    const code = readFileSync(join(spec.taskRoot, "index.mjs"), "utf8");
    const cpuMs = name === "deliver-webhook" ? counts.cpuMs.deliver : counts.cpuMs.dispatch;
    const each = cpuMs / deliveries;
    return [
      { name: `${name}: CPU time of a delivery`, value: each, unit: "ms", headline: true as const },
      ...sharesOf(profiles, code).map(({ part, share }) => ({
        name: `${name}: ${part}`,
        value: share * each,
        unit: "ms",
        detail: `${(share * 100).toFixed(1)} %`,
      })),
    ];
  });
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The same code with readable names, and with the profiler before it. */
async function useReadable(
  { spec }: EnvironmentPool,
  { name, folder, flag }: { name: string; folder: string; flag: string },
): Promise<void> {
  const taskRoot = join(folder, name);
  await build({
    ...bundleOptions,
    // One file, whose lines the profile names.
    splitting: false,
    minify: false,
    entryPoints: [`lambdas/webhooks/${name}.ts`],
    outfile: join(taskRoot, "index.mjs"),
  });
  const profiler = pathToFileURL(join(import.meta.dirname, "../service/cpu-profiler.mjs")).href;
  Object.assign(spec, { taskRoot });
  Object.assign(spec.environment, {
    NODE_OPTIONS: `--import=${profiler}`,
    PROFILE_FLAG: flag,
    PROFILE_FOLDER: folder,
  });
}
