import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// The CDK checks each template against its default rules, which costs three seconds of processor
// time a synthesis. `npm run synth` does it; here, and in the programs that tests start, it is off.
process.env.CDK_VALIDATION = "false";

// Spares the processes that tests start the compilation of what the ones before have compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules", ".cache", "compile");

// A comment `@module-tag all` or `@module-tag soak` says from which tier on a file runs. Vitest's own
// filter of tags would load each file, and start what its project needs, to run nothing of it. Without
// TIER, as in `npx vitest run FILE`, any tier's files run.
const tier = process.env.TIER;
const tags = [
  { name: "all", description: "`npm run test:all` runs it, `npm test` does not." },
  { name: "soak", description: "Only `npm run soak` runs it." },
];
const left = { test: /@module-tag (all|soak)/, all: /@module-tag soak/ }[tier ?? ""];
// Soak repeats what is random, and leaves out what says the same each time.
const soaked = tier === "soak" ? /@module-tag soak|\/soak\/runs\.ts"|TIER === "soak"/ : undefined;

const inTier = (globs: string[]) =>
  globSync(globs).filter((file) => {
    if (left === undefined && soaked === undefined) return true;
    const text = readFileSync(file, "utf8");
    return !left?.test(text) && (soaked?.test(text) ?? true);
  });

const tests = (folder: string) => `test/${folder}/**/*.test.ts`;
const pure = inTier(["api", "architecture", "bench", "core", "lib", "web"].map(tests));
const programs = inTier(["chaos", "local", "simulation"].map(tests));
const figures = inTier(["test/system/browser/**/*-figures.test.ts"]);
const browser = inTier([tests("system/browser")]).filter((file) => !figures.includes(file));
// No test, but it needs the service: it writes what a release stores, once.
const fixtureWriter = "test/system/releases/write-fixtures.test.ts";
// Tests of built functions. The service's start builds them, which takes longer than all tests without
// it; and none may build them while others read their folders.
const ofBuild = [
  "functions/assets",
  "functions/floor",
  "console/refuse-console-request",
  "site/refuse-site-request",
].map((file) => `test/lambdas/${file}.test.ts`);
const service = inTier([...["adapters", "bin", "system"].map(tests), ...ofBuild]).filter(
  (file) =>
    !browser.includes(file) &&
    !figures.includes(file) &&
    (file !== fixtureWriter || process.env.WRITE_FIXTURES !== undefined),
);
const others = [...pure, ...programs, ...figures, ...browser, ...service, fixtureWriter];
const alone = inTier(["test/**/*.test.ts"]).filter((file) => !others.includes(file));

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
const startService = "test/system/start-service.ts";
const awaitService = "test/system/await-service.ts";
// Generous, because these bound what hangs and not what is slow: machines are shared.
const timeouts = {
  testTimeout: tier === "soak" ? 600_000 : 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
// Longer than pages take to change, and than the longest pause between two of their polls.
const browserTimeouts = { ...timeouts, expect: { poll: { timeout: 15_000 } } };

/** Runs what needs nothing while the service starts. */
class ServiceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const needsService = ({ project }: TestSpecification) => project.name === "service";
    return [
      ...sorted.filter((file) => !needsService(file)),
      ...sorted.filter((file) => needsService(file)),
    ];
  }
}

/** What needs nothing or the service. The service stands first: it starts while the client is packed. */
const withoutPrograms = [
  {
    resolve: { alias: clientAliases },
    test: {
      name: "service",
      include: service,
      // They share the service already; to load the AWS SDK anew for each file would cost more
      // than most of their tests. What one stubs, it restores.
      isolate: false,
      globalSetup: [startService, installClient],
      setupFiles: [awaitService],
      ...timeouts,
    },
  },
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
      // What reads its environment as it is loaded.
      name: "alone",
      include: alone,
      // Log lines and metrics of functions would fill the report; a test that reads them turns them on.
      env: { POWERTOOLS_LOG_LEVEL: "SILENT", POWERTOOLS_METRICS_DISABLED: "true" },
      ...timeouts,
    },
  },
  {
    resolve: { alias: clientAliases },
    test: {
      name: "client",
      include: inTier(["packages/client/test/**/*.test.ts"]),
      globalSetup: [installClient],
      isolate: false,
      ...timeouts,
    },
  },
];

/** What needs programs of its own, or a browser: from `npm run test:all` on. */
const withPrograms = [
  {
    test: {
      name: "programs",
      include: programs,
      // They start programs, or worlds of their own, and share nothing that one could change. A
      // process for each file would take more processor time than most of the files do.
      isolate: false,
      sequence: { groupOrder: 1 },
      ...timeouts,
    },
  },
  {
    test: {
      name: "local-aws",
      include: inTier(["packages/local-aws/test/**/*.test.ts"]),
      globalSetup: ["packages/local-aws/test/synthesize-once.ts"],
      // Each starts a runtime of its own; to load the AWS SDK anew would cost more than that.
      isolate: false,
      sequence: { groupOrder: 1 },
      ...timeouts,
    },
  },
  {
    test: {
      name: "browser",
      include: browser,
      globalSetup: [startService],
      setupFiles: [awaitService],
      // What the tests share is loaded once for each worker.
      isolate: false,
      // One more than cores: each has a browser, and waits for polls and retries half of the time.
      maxWorkers: 3,
      sequence: { groupOrder: 2 },
      ...browserTimeouts,
    },
  },
  {
    test: {
      name: "browser-figures",
      include: figures,
      globalSetup: [startService],
      setupFiles: [awaitService],
      // What these measure holds on a machine that does nothing else.
      fileParallelism: false,
      sequence: { groupOrder: 3 },
      ...browserTimeouts,
    },
  },
];

export default defineConfig({
  test: {
    tags,
    sequence: { sequencer: ServiceLast },
    // Two more than cores: files wait for timers and other processes, and with one more the cores
    // were idle a sixth of the time.
    maxWorkers: 4,
    projects: tier === "test" ? withoutPrograms : [...withoutPrograms, ...withPrograms],
  },
});
