import { expect, test } from "vitest";
import { makeVersionTrial, type TrialPorts } from "../../../core/operations/version-trial.ts";

const target = { functionName: "list-counters", version: "8" };

function throttled(times: number): TrialPorts & { nowMs: number } {
  let left = times;
  return {
    nowMs: 0,
    target: async () => target,
    async invoke() {
      left -= 1;
      if (left >= 0) throw new Error("throttled");
      return {};
    },
    isPassing: () => true,
    now() {
      return this.nowMs;
    },
    async wait(ms) {
      this.nowMs += ms;
    },
  };
}

test("a refused invocation is tried again for a minute", async () => {
  const ports = throttled(12);
  expect(await makeVersionTrial(ports, "d-1")).toMatchObject({ result: "responded", target });
  expect(ports.nowMs).toBe(60_000);
});

test("after a minute nothing is known of the version", async () => {
  const ports = throttled(1_000);
  expect(await makeVersionTrial(ports, "d-1")).toMatchObject({ result: "not_tried" });
  expect(ports.nowMs).toBe(60_000);
});
