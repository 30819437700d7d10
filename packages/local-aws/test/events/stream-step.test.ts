import { expect, test } from "vitest";
import { StreamProgress } from "../../events/shard-reader.ts";
import { nextStreamStep } from "../../events/stream-batch.ts";

const policy = { bisects: true, maximumRetryAttempts: 1 };
const batch = { size: 8, failures: 1, firstFailure: 0 };

test.each([
  ["finishes without a failure", { ...batch, firstFailure: undefined }, policy, { step: "finish" }],
  [
    "goes on at the first failure",
    { ...batch, firstFailure: 3 },
    policy,
    { step: "continue-at", index: 3 },
  ],
  ["halves before it gives up", { ...batch, failures: 9 }, policy, { step: "split", index: 4 }],
  ["retries a single record", { ...batch, size: 1 }, policy, { step: "retry", afterMs: 100 }],
  [
    "gives up a single record after its retries",
    { ...batch, size: 1, failures: 2 },
    policy,
    { step: "give-up", condition: "RetryAttemptsExhausted" },
  ],
  [
    "retries for ever without a limit, with bounded pauses",
    { ...batch, failures: 50 },
    { bisects: false, maximumRetryAttempts: -1 },
    { step: "retry", afterMs: 5000 },
  ],
])("a batch %s", (_, attempted, rules, expected) => {
  expect(nextStreamStep(attempted, rules)).toEqual(expected);
});

test("the checkpoint moves only over records that are all done", () => {
  const checkpoints: string[] = [];
  const progress = new StreamProgress((sequence) => checkpoints.push(sequence));
  for (const sequence of ["1", "2", "3", "4"]) progress.add(sequence);
  progress.finish(["3"]);
  expect(checkpoints).toEqual([]);
  progress.finish(["1", "2"]);
  expect(checkpoints).toEqual(["3"]);
  expect(progress.outstanding).toBe(1);
  progress.finish(["4"]);
  expect(checkpoints).toEqual(["3", "4"]);
});
