import { expect, test } from "vitest";
import {
  makeVersionTrial,
  type Refusal,
  type TrialPorts,
} from "../../../core/operations/version-trial.ts";

const target = { functionName: "list-counters", version: "8" };

function refused(refusal: Refusal, times: number): TrialPorts & { nowMs: number } {
  let left = times;
  return {
    nowMs: 0,
    target: async () => target,
    async invoke() {
      left -= 1;
      if (left >= 0) throw new Error(refusal);
      return {};
    },
    refusalIn: () => refusal,
    now() {
      return this.nowMs;
    },
    async wait(ms) {
      this.nowMs += ms;
    },
  };
}

// A role's new rights take seconds; room that a hook waits for is room that requests lack.
test.each([
  ["denied", 12, 60_000],
  ["throttled", 3, 3_000],
] as const)("an invocation that is %s is tried again %d times", async (refusal, again, ms) => {
  const ports = refused(refusal, again);
  expect(await makeVersionTrial(ports, "d-1")).toMatchObject({ result: "responded", target });
  expect(ports.nowMs).toBe(ms);
  const hopeless = refused(refusal, 1_000);
  expect(await makeVersionTrial(hopeless, "d-1")).toMatchObject({ result: "not_tried" });
  expect(hopeless.nowMs).toBe(ms);
});
