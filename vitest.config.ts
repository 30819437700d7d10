import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// The CDK checks each template against its default rules, which costs three seconds of processor
// time a synthesis. `npm run synth` does it; here, and in the programs that tests start, it is off.
process.env.CDK_VALIDATION = "false";

// Spares the processes that tests start the compilation of what the ones before have compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules", ".cache", "compile");

const tests = (folder: string) => `test/${folder}/**/*.test.ts`;
const pure = ["api", "architecture", "bench", "core", "lib", "web"].map(tests);
const programs = ["chaos", "local", "simulation"].map(tests);
// Tests of built functions. The service's start builds them, which takes longer than all tests without
// it; and none may build them while others read their folders.
const ofBuild = ["functions/assets", "functions/floor", "console/refuse-console-request"].map(
  (file) => `test/lambdas/${file}.test.ts`,
);
const onService = [...["adapters", "bin", "system"].map(tests), ...ofBuild];
const browser = "test/system/browser/**";
// No test, but it needs the service: it writes what a release stores, once.
const fixtureWriter = "test/system/releases/write-fixtures.test.ts";
// Tests of the client use it as integrators do: from the installed tarball.
const client = join(import.meta.dirname, "dist/client/installed/node_modules/counting-client/dist");
const clientAliases = [
  { find: /^counting-client$/, replacement: join(client, "index.js") },
  {
    find: /^counting-client\/file-store$/,
    replacement: join(client, "file-store", "file-store.js"),
  },
];
const installClient = "packages/client/test/install-package.ts";
// Generous, because these bound what hangs and not what is slow: machines are shared.
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

// Files that wait for a minute to end, for retries or for programs: short, but slow.
const slow = [
  "packages/local-aws/test/throttling.test.ts",
  "test/local/demo.test.ts",
  "test/local/refusals.test.ts",
  "test/chaos/outages/outage.test.ts",
  "test/chaos/gate-batches.test.ts",
  "test/bin/ops/operations/smoke.test.ts",
  "test/system/clients/ky.test.ts",
  "test/system/http/invariants.test.ts",
  "test/adapters/data/deletion/late-writes.test.ts",
  "test/adapters/webhooks/retry-schedulers.test.ts",
].map((file) => join(import.meta.dirname, file));

/**
 * Begins each project with what is slow. Before Vitest knows how long files take, it goes by their
 * size, and such a file would be the last, with the cores idle.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((specs) => [
      ...specs.filter(({ moduleId }) => slow.includes(moduleId)),
      ...specs.filter(({ moduleId }) => !slow.includes(moduleId)),
    ]);
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Two more than cores: files wait for timers and other processes, and with one more the cores
    // were idle a sixth of the time.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: "pure",
          include: pure,
          // They change nothing outside themselves, so files can share what they load and
          // synthesize.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: "programs",
          include: programs,
          // They start programs, or worlds of their own, and share nothing that one could change. A
          // process for each file would take more processor time than most of the files do.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          // What reads its environment as it is loaded.
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: [...pure, ...programs, ...onService],
          ...timeouts,
        },
      },
      {
        resolve: { alias: clientAliases },
        test: {
          name: "client",
          include: ["packages/client/test/**/*.test.ts"],
          globalSetup: [installClient],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: "local-aws",
          include: ["packages/local-aws/test/**/*.test.ts"],
          globalSetup: ["packages/local-aws/test/synthesize-once.ts"],
          // Each starts a runtime of its own; to load the AWS SDK anew would cost more than that.
          isolate: false,
          ...timeouts,
        },
      },
      {
        resolve: { alias: clientAliases },
        test: {
          name: "service",
          include: onService,
          exclude: [browser, ...(process.env.WRITE_FIXTURES ? [] : [fixtureWriter])],
          // They share the service already; to load the AWS SDK anew for each file would cost more
          // than most of their tests. What one stubs, it restores.
          isolate: false,
          globalSetup: ["test/system/start-service.ts", installClient],
          ...timeouts,
        },
      },
    ],
  },
});
