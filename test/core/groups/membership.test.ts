import { describe, expect, test } from "vitest";
import { newCounter } from "../../../core/counters/counter.ts";
import { adoptedGroupId } from "../../../core/groups/adopt-group.ts";
import { isGroupId } from "../../../core/groups/group.ts";
import { groupKeyOf, membershipChange } from "../../../core/groups/membership.ts";

const organizationId = "org_1";
const hall = "grp_00000000000000000001";
const yard = "grp_00000000000000000002";
const member = { counterId: "ctr_1", count: 3, lastEventId: 2 };

function counterIn(groupId: string | null) {
  const counter = newCounter({ name: "Gate", groupId }, { organizationId, counterId: "ctr_1" }, 0);
  return { ...counter, count: 5, lastEventId: 4 };
}

describe("membershipChange", () => {
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
    ["keeps its free text", "venue-north", "venue-north", {}],
    ["joins", null, hall, joins(hall)],
    ["joins from free text", "venue-north", hall, joins(hall)],
    ["leaves", hall, null, leaves(hall)],
    ["leaves its free text", "venue-north", null, {}],
    ["moves", hall, yard, { ...leaves(hall), ...joins(yard) }],
  ])("of a counter that %s", (_case, before, after, change) => {
    expect(membershipChange(counterIn(before), counterIn(after), member)).toEqual(change);
  });
});

test.each([
  [null, undefined],
  ["venue-north", undefined],
  ["grp_short", undefined],
  [hall, { organizationId, groupId: hall }],
])("the group of a counter with groupId %s is %o", (groupId, key) => {
  expect(groupKeyOf({ organizationId, groupId })).toEqual(key);
});

describe("the id of an adopted group", () => {
  test("never changes: an interrupted adoption finds it again", () => {
    expect(adoptedGroupId("org_1", "venue-north")).toBe("grp_dY17IIb5KnhLSX9gO4Tq");
  });

  test("differs by organization and text, and is a group's id", () => {
    const ids = [
      adoptedGroupId("org_1", "venue-north"),
      adoptedGroupId("org_2", "venue-north"),
      adoptedGroupId("org_1", "venue-south"),
    ];
    expect(ids.every(isGroupId)).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });
});
