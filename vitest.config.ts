import { defineConfig } from "vitest/config";

const browser = "test/system/browser/**";
const onService = ["adapters", "bin", "system"].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    // Two cores: more files at once would only make each wait for the processor.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "alone",
          include: ["test/**/*.test.ts"],
          exclude: onService,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "local-aws",
          include: ["packages/local-aws/test/**/*.test.ts"],
          globalSetup: ["packages/local-aws/test/synthesize-once.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "service",
          include: onService,
          exclude: [browser],
          globalSetup: ["test/system/start-service.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
