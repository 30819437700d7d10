import { describe, expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
import { newGroup } from "../../../core/groups/group.ts";
import { groupKeyOf, readMembershipChange } from "../../../core/groups/membership.ts";

const organizationId = "org_1";
const hall = "grp_00000000000000000001";
const yard = "grp_00000000000000000002";
const member = { counterId: "ctr_1", count: 3, lastEventId: 2 };

/** The group does not exist: the transaction fails for it. */
const reader = {
  member: async () => member,
  group: async () => undefined,
  calendar: async () => ({ timeZone: "Asia/Kathmandu" }),
};

function counterIn(groupId: string | null) {
  const counter = newCounter({ name: "Gate", groupId }, { organizationId, counterId: "ctr_1" }, 0);
  return { ...counter, count: 5, lastEventId: 4 };
}

describe("readMembershipChange", () => {
  const joins = (groupId: string) => ({
    joins: {
      group: { organizationId, groupId },
      member: { counterId: "ctr_1", count: 5, lastEventId: 4 },
    },
  });
  const leaves = (groupId: string) => ({
    leaves: { group: { organizationId, groupId }, counterId: "ctr_1", member },
  });

  test.each([
    ["stays outside", null, null, {}],
    ["stays", hall, hall, {}],
    ["joins", null, hall, joins(hall)],
    ["leaves", hall, null, leaves(hall)],
    ["moves", hall, yard, { ...leaves(hall), ...joins(yard) }],
  ])("of a counter that %s", async (_case, before, after, change) => {
    const groups = { before: counterIn(before), after: counterIn(after) };
    expect(await readMembershipChange(reader, groups, 0)).toEqual(change);
  });

  const nowMs = Date.parse("2026-11-23T13:20:30.000Z");
  const group = newGroup({ name: "Hall" }, { organizationId, groupId: hall }, nowMs - 60_000);
  const found = { ...reader, group: async () => ({ ...group, total: 7n, revision: 4 }) };

  test("has marks of the level before where it changes the level, and its time", async () => {
    const groups = { before: counterIn(null), after: counterIn(hall) };
    const { joins } = await readMembershipChange(found, groups, nowMs);
    const mark = { level: 7n, ups: 0n, downs: 0n, late: 0, position: 5 };
    expect(joins?.levelChange).toEqual({
      revision: 4,
      at: "2026-11-23T13:20:30.000Z",
      marks: [
        { resolution: "minute", at: "2026-11-23T13:20:00.000Z", ...mark },
        { resolution: "hour", at: "2026-11-23T13:15:00.000Z", ...mark },
        { resolution: "day", at: "2026-11-22T18:15:00.000Z", ...mark },
      ],
    });
  });

  test("is no change of the level for a counter that stands at 0", async () => {
    const [before, after] = [counterIn(null), { ...counterIn(hall), count: 0 }];
    const { joins } = await readMembershipChange(found, { before, after }, nowMs);
    expect(joins).not.toHaveProperty("levelChange");
  });
});

test.each([
  [null, undefined],
  [hall, { organizationId, groupId: hall }],
])("the group of a counter with groupId %s is %o", (groupId, key) => {
  expect(groupKeyOf({ organizationId, groupId })).toEqual(key);
});
