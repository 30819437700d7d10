import { expect, test } from "vitest";
import { boundedRun, workMs } from "../../../lambdas/private-api/bounded-run.ts";

/** A run of at most three, and the time that passes for it. */
function run() {
  let nowMs = Date.UTC(2026, 10, 21);
  const control = boundedRun({ now: () => nowMs }, 3);
  return {
    control,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test("a request stops after its maximum", () => {
  const { control } = run();
  control.onProgress(2, 9);
  expect(control.isStopped()).toBe(false);
  control.onProgress(3, 9);
  expect(control.isStopped()).toBe(true);
  expect(control.done).toBe(3);
});

test("a request that takes long stops earlier, and never before a step has ended", () => {
  const { control, pass } = run();
  pass(workMs - 1);
  control.onProgress(1, 9);
  expect(control.isStopped()).toBe(false);
  pass(1);
  expect(control.isStopped()).toBe(true);
  const slow = run();
  slow.pass(2 * workMs);
  expect(slow.control.isStopped()).toBe(false);
  // A step that other things need, such as the groups of an import.
  slow.control.onProgress(0, 9);
  expect(slow.control.isStopped()).toBe(true);
});
