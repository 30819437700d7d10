import { expect, test } from "vitest";
import { continueDeletion, type Deletion } from "../../../core/data/deletion.ts";
import { type DeletionPart, deletionParts } from "../../../core/data/deletion-parts.ts";
import {
  boundedDeletion,
  boundedRun,
  searchMs,
  workMs,
} from "../../../lambdas/private-api/bounded-run.ts";

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

/** A deletion with so many steps left in its last part, and calls that take so long. */
function slowDeletion({ steps, callMs }: { steps: number; callMs: number }) {
  const organizationId = "org_0123456789ABCDEFGHIJ";
  const deletion: Deletion = { organizationId, name: "", startedAt: "", endpointIds: [] };
  let nowMs = Date.UTC(2026, 10, 22);
  let left = steps;
  const took = <Result>(result: Result) => {
    nowMs += callMs;
    return Promise.resolve(result);
  };
  const clock = { now: () => nowMs };
  const deletions = {
    get: () => took(deletion),
    list: () => took([deletion]),
    begin: () => took("begun" as const),
    removeSome(_deletion: Deletion, part: DeletionPart) {
      if (part !== deletionParts.at(-1) || left === 0) return took({ removed: 0, done: true });
      left -= 1;
      return took({ removed: 50, done: left === 0 });
    },
    finish: () => took(left === 0),
  };
  return async function request() {
    const startMs = nowMs;
    const run = await continueDeletion({ deletions }, organizationId, boundedDeletion(clock));
    return { ...run, tookMs: nowMs - startMs };
  };
}

test("each request of a deletion removes something, also when empty parts take all its time", async () => {
  const request = slowDeletion({ steps: 2, callMs: workMs / deletionParts.length });
  expect(await request()).toMatchObject({ result: "unfinished", removed: 50 });
  expect(await request()).toMatchObject({ result: "deleted", removed: 50 });
});

test("a request of a deletion that finds nothing to remove ends in time", async () => {
  const request = slowDeletion({ steps: 1, callMs: searchMs / 2 });
  expect(await request()).toMatchObject({ result: "unfinished", removed: 0, tookMs: searchMs });
});
