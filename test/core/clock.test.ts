import { expect, test } from "vitest";
import { conflict, retryConflicts } from "../../core/conflict.ts";

/** A write that meets this many conflicts; `steps` says in which order it is tried and waits. */
function contended(conflicts: number) {
  const steps: string[] = [];
  const attempt = async () => {
    steps.push("attempt");
    return steps.filter((step) => step === "attempt").length > conflicts ? "written" : conflict;
  };
  const backOff = async (met: number) => {
    await Promise.resolve();
    steps.push(`waited after ${met}`);
  };
  const options = { attempts: 3, what: "the counter" };
  return { steps, write: () => retryConflicts({ backOff }, options, attempt) };
}

test("a write that meets conflicts is tried again after each wait", async () => {
  const { steps, write } = contended(2);
  expect(await write()).toBe("written");
  expect(steps).toEqual(["attempt", "waited after 1", "attempt", "waited after 2", "attempt"]);
});

test("a write that meets a conflict at its last attempt is given up", async () => {
  await expect(contended(3).write()).rejects.toThrow("the counter changed 3 times");
});
