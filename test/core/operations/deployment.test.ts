import { expect, test } from "vitest";
import {
  type AliasFacts,
  type DeploymentFacts,
  judgeDeployment,
} from "../../../core/operations/deployment.ts";

const nowMs = Date.parse("2030-01-01T12:00:00.000Z");
const minutesAgo = (minutes: number) => nowMs - minutes * 60_000;

const newest: AliasFacts = { functionName: "read", version: "7", weights: {}, newest: 7 };
const behind: AliasFacts = { ...newest, functionName: "deliver", version: "3", newest: 4 };
const shared: AliasFacts = { ...behind, functionName: "tap", weights: { "4": 0.1 } };

const facts: DeploymentFacts = {
  status: "UPDATE_COMPLETE",
  deployedAtMs: minutesAgo(600),
  aliases: [newest],
  missing: [],
};

test.each<[status: string, minutes: number, severity: string, sentence: RegExp]>([
  ["CREATE_COMPLETE", 600, "fine", /CREATE_COMPLETE, and 1 function runs its/],
  ["UPDATE_COMPLETE", 1, "fine", /UPDATE_COMPLETE/],
  ["IMPORT_COMPLETE", 600, "fine", /IMPORT_COMPLETE/],
  ["UPDATE_IN_PROGRESS", 59, "fine", /of 2030-01-01T11:01:00.000Z is under way/],
  ["UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", 20, "fine", /is under way/],
  ["UPDATE_IN_PROGRESS", 60, "warning", /has been under way for 60 minutes/],
  ["UPDATE_ROLLBACK_IN_PROGRESS", 5, "warning", /is being rolled back/],
  ["UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS", 5, "warning", /is being rolled back/],
  ["UPDATE_ROLLBACK_COMPLETE", 600, "warning", /was rolled back/],
  ["IMPORT_ROLLBACK_COMPLETE", 600, "warning", /was rolled back/],
  ["UPDATE_FAILED", 600, "critical", /failed, and the stack is UPDATE_FAILED/],
  ["UPDATE_ROLLBACK_FAILED", 600, "critical", /failed, and the stack is UPDATE_ROLLBACK_FAILED/],
  ["DELETE_IN_PROGRESS", 1, "critical", /the deletion of the stack has begun/],
  ["DELETE_FAILED", 600, "critical", /the deletion of the stack has begun/],
])("a stack that is %s, deployed %i minutes ago, is %s", (status, minutes, severity, sentence) => {
  const found = judgeDeployment({ ...facts, status, deployedAtMs: minutesAgo(minutes) }, nowMs);
  expect(found).toMatchObject([{ severity, sentence: expect.stringMatching(sentence) }]);
});

test("functions behind their newest version are named in one line, with both versions", () => {
  const another = { ...behind, functionName: "dispatch", version: "1" };
  expect(judgeDeployment({ ...facts, aliases: [newest, behind, another] }, nowMs)).toMatchObject([
    {
      severity: "warning",
      sentence:
        "2 of 3 functions do not run the newest version (deliver: 3 instead of 4, dispatch: 1 instead of 4)",
    },
  ]);
});

test("an alias that is split and that nothing shifts is named, but not as one that is behind", () => {
  expect(judgeDeployment({ ...facts, aliases: [shared] }, nowMs)).toMatchObject([
    {
      severity: "warning",
      sentence:
        "tap is split between two versions, and no deployment is shifting it: 10% to version 4, the rest to version 3",
    },
  ]);
});

test.each([
  ["is under way", 10, ["fine"]],
  ["is stuck", 61, ["warning", "warning", "warning"]],
])("aliases of a deployment that %s and has not shifted them yet", (_case, minutes, severities) => {
  const deployedAtMs = minutesAgo(minutes);
  const moved = { ...facts, status: "UPDATE_IN_PROGRESS", deployedAtMs, aliases: [shared, behind] };
  expect(judgeDeployment(moved, nowMs).map(({ severity }) => severity)).toEqual(severities);
});

test("a rollback under way does not hide that an alias is gone", () => {
  const rollback = { status: "UPDATE_ROLLBACK_IN_PROGRESS", deployedAtMs: minutesAgo(10) };
  const found = judgeDeployment({ ...facts, ...rollback, missing: ["tap", "read"] }, nowMs);
  expect(found.map(({ sentence }) => sentence)).toEqual([
    "the deployment of 2030-01-01T11:50:00.000Z is being rolled back (UPDATE_ROLLBACK_IN_PROGRESS)",
    "2 aliases of the stack no longer exist, so nothing can invoke tap, read",
  ]);
});
