import { defineConfig } from "vitest/config";

/** The tests that need Chromium; `npm test` does without. */
export default defineConfig({
  test: {
    name: "browser",
    include: ["test/system/browser/**/*.test.ts"],
    globalSetup: ["test/system/start-service.ts"],
    // One browser at a time is what two cores carry.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
