import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The CDK checks each template against its default rules, which costs three seconds of processor
// time a synthesis. `npm run synth` does it; here, and in the programs that tests start, it is off.
process.env.CDK_VALIDATION = "false";

// Spares the processes that tests start the compilation of what the ones before have compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules", ".cache", "compile");

const tests = (folder: string) => `test/${folder}/**/*.test.ts`;
const pure = ["architecture", "core", "lib", "web"].map(tests);
const onService = ["adapters", "bin", "system"].map(tests);
const browser = "test/system/browser/**";
// Generous, because these bound what hangs and not what is slow: machines are shared.
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Two cores: more files at once would only make each wait for the processor.
    maxWorkers: 2,
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
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: [...pure, ...onService],
          ...timeouts,
        },
      },
      {
        test: {
          name: "local-aws",
          include: ["packages/local-aws/test/**/*.test.ts"],
          globalSetup: ["packages/local-aws/test/synthesize-once.ts"],
          ...timeouts,
        },
      },
      {
        test: {
          name: "service",
          include: onService,
          exclude: [browser],
          globalSetup: ["test/system/start-service.ts"],
          ...timeouts,
        },
      },
    ],
  },
});
