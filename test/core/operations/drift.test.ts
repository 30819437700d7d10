import { expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
import { newGroup } from "../../../core/groups/group.ts";
import { lookForDrift } from "../../../core/operations/drift.ts";
import { newOrganization } from "../../../core/organizations/organization.ts";

const nowMs = Date.parse("2026-11-28T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
const organization = newOrganization(
  { name: "Baths", plan: "pro" },
  { nowMs: 0, randomBase62: (length) => "a".repeat(length) },
);
const record = {
  ...{ organization, apiKeys: {}, endpointIds: new Set<string>(), counterCount: 1, groupCount: 1 },
  ...{ alertCount: 0, alertEpoch: 0, revision: 1 },
};
const key = { organizationId: organization.id, groupId: "grp_1" };
const counter = {
  ...newCounter({ name: "Gate", groupId: "grp_1" }, { ...key, counterId: "ctr_1" }, 0),
  ...{ count: 5, lastEventId: 5, updatedAt: minutesAgo(16) },
};

/** What is found where the group's member and the organization are so. */
async function look(of: Partial<typeof counter>, evaluatedTo: number, nextDayStart?: string) {
  const ports = {
    storedCounters: { list: async () => [{ ...counter, ...of }] },
    groups: {
      list: async () => [newGroup({ name: "Hall" }, key, 0)],
      allMembers: async () => [{ counterId: "ctr_1", count: 4, lastEventId: evaluatedTo }],
    },
    clock: { now: () => nowMs },
  };
  const { findings } = await lookForDrift(
    ports,
    { ...record, ...(nextDayStart && { nextDayStart }) },
    20,
  );
  return findings;
}

test.each([
  ["is evaluated", {}, 5],
  ["was made a moment ago", { updatedAt: minutesAgo(14) }, 4],
  ["was evaluated since it was read", {}, 6],
  ["is of a counter outside the group", { groupId: null }, 4],
])("a count that %s is no finding", async (_, of, evaluatedTo) => {
  expect(await look(of, evaluatedTo)).toEqual([]);
});

test("a count whose evaluation was lost is named, with how, and the command that adds it", async () => {
  expect(await look({}, 4)).toMatchObject([
    {
      severity: "warning",
      sentence: expect.stringMatching(/grp_1 .* 1 counter, because their evaluation .*: ctr_1$/),
      command: { verb: "data repair", args: ["--org", organization.id, "--group", "grp_1"] },
    },
  ]);
});

const daily = { resetDaily: true, dailyResetSince: minutesAgo(100_000) };
test.each([
  ["that is due since a moment", daily, minutesAgo(14), []],
  ["that nobody waits for", {}, minutesAgo(16), []],
  ["of an archived counter", { ...daily, archivedAt: minutesAgo(90) }, minutesAgo(16), []],
  ["that should have begun", daily, minutesAgo(16), ["critical"]],
])("a day %s is judged", async (_, of, nextDayStart, severities) => {
  const found = await look(of, 5, nextDayStart);
  expect(found.map(({ severity }) => severity)).toEqual(severities);
  for (const { sentence } of found) {
    expect(sentence).toMatch(/because start-days fails .*; not reset yet \(1 counter\): ctr_1$/);
  }
});
