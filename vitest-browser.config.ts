import { defineConfig } from "vitest/config";

const tests = "test/system/browser/**/*.test.ts";
const figures = "test/system/browser/**/*-figures.test.ts";
// Generous, because these bound what hangs and not what is slow: machines are shared.
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Longer than pages take to change, and than the longest pause between two of their polls.
  expect: { poll: { timeout: 15_000 } },
};

/** The tests that need Chromium; `npm test` does without. */
export default defineConfig({
  test: {
    globalSetup: ["test/system/start-service.ts"],
    // One more than cores: each has a browser, and waits for polls and for retries half of the time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "browser",
          include: [tests],
          exclude: [figures],
          // What the tests share is loaded once for each worker.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: "browser-figures",
          include: [figures],
          // What these measure holds on a machine that does nothing else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
    ],
  },
});
