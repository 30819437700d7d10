import { defineConfig } from "vitest/config";

// The CDK checks each template against its default rules, which costs three seconds of processor
// time a synthesis. `npm run synth` does it; here, and in the programs that tests start, it is off.
process.env.CDK_VALIDATION = "false";

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
