import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isGroupId } from "../../../../../core/counters/counter.ts";
import {
  importedGroupId,
  resolveGroups,
} from "../../../../../core/counters/settings/import/import-groups.ts";
import { newGroup, type StoredGroup } from "../../../../../core/groups/group.ts";

const fileHash = createHash("sha256").update("name,groupName\nNorth,Hall\n").digest("hex");
const source = { organizationId: "org_1", fileHash, nowMs: 0 };
const [one, two] = ["grp_00000000000000000001", "grp_00000000000000000002"];
const ours = importedGroupId(source, "Hall");

function group(groupId: string, name: string): StoredGroup {
  return newGroup({ name }, { organizationId: "org_1", groupId }, 0);
}

function rowOf(groupName?: string, groupId?: string) {
  const settings = { name: "North", ...(groupId !== undefined && { groupId }) };
  return { row: 1, line: 2, settings, ...(groupName !== undefined && { groupName }) };
}

function groupIdsOf(groups: StoredGroup[], createGroups: boolean) {
  const { rows, newGroups, errors } = resolveGroups([rowOf("Hall")], groups, {
    createGroups,
    source,
  });
  const reasons = errors.map(({ reason }) => reason);
  return { joined: rows[0]?.settings.groupId, created: newGroups.map(({ id }) => id), reasons };
}

describe("the group of a name", () => {
  const found = (joined: string) => ({ joined, created: [], reasons: [] });

  test.each([
    ["the only one of this name", [group(one, "Hall"), group(two, "hall")], found(one)],
    ["what the same file created", [group(ours, "Hall")], found(ours)],
    ["what the same file created, under its new name", [group(ours, "Yard")], found(ours)],
    [
      "what the same file created, although another one has the name by now",
      [group(ours, "Yard"), group(one, "Hall")],
      found(ours),
    ],
    [
      "of several, what the same file created",
      [group(one, "Hall"), group(ours, "Hall")],
      found(ours),
    ],
  ])("is %s, with and without --create-groups", (_case, groups, expected) => {
    expect(groupIdsOf(groups, false)).toEqual(expected);
    expect(groupIdsOf(groups, true)).toEqual(expected);
  });

  test("is the same in both spellings that Unicode has for an accented letter", () => {
    const [composed, decomposed] = ["Café".normalize("NFC"), "Café".normalize("NFD")];
    const rows = [rowOf(composed), rowOf(decomposed)];
    const fresh = resolveGroups(rows, [], { createGroups: true, source });
    expect(fresh.newGroups).toHaveLength(1);
    const existing = [group(one, decomposed)];
    const { newGroups, rows: found } = resolveGroups(rows, existing, {
      createGroups: true,
      source,
    });
    expect(newGroups).toEqual([]);
    expect(found.map(({ settings }) => settings.groupId)).toEqual([one, one]);
  });

  test("is created if there is none, and only then", () => {
    expect(groupIdsOf([], true)).toEqual({ joined: ours, created: [ours], reasons: [] });
    expect(groupIdsOf([], false)).toMatchObject({
      created: [],
      reasons: [expect.stringMatching(/no group of this name/)],
    });
  });

  test("is an error if several have it", () => {
    const groups = [group(one, "Hall"), group(two, "Hall")];
    const reasons = [expect.stringMatching(/^2 groups have this name; .* Group ID/)];
    expect(groupIdsOf(groups, true)).toEqual({ joined: undefined, created: [], reasons });
  });

  test("is created once for all rows that have it, in the spelling of the first", () => {
    const rows = ["Hall", "Caf\u00e9", "Cafe\u0301", "Hall"].map((name) => rowOf(name));
    const resolved = resolveGroups(rows, [], { createGroups: true, source });
    expect(resolved.newGroups.map(({ name }) => name)).toEqual(["Hall", "Caf\u00e9"]);
    expect(resolved.rows).toHaveLength(4);
  });
});

test.each(["venue-north", two])("a groupId %s that no group has is an error", (groupId) => {
  const options = { createGroups: true, source };
  const { errors } = resolveGroups([rowOf(undefined, groupId)], [group(one, "Hall")], options);
  expect(errors).toEqual([
    { line: 2, field: "groupId", reason: "the organization has no group with this id" },
  ]);
});

describe("the id of an imported group", () => {
  test("never changes: later versions can repeat an import", () => {
    expect(ours).toBe("grp_lui6ALpWpU6u1ZjHHl0V");
  });

  test("differs by organization, file and name, and is a group's id", () => {
    const ids = [
      ours,
      importedGroupId({ ...source, organizationId: "org_2" }, "Hall"),
      importedGroupId({ ...source, fileHash: "0".repeat(64) }, "Hall"),
      importedGroupId(source, "Yard"),
    ];
    expect(ids.every(isGroupId)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
