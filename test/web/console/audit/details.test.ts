import { expect, test } from "vitest";
import { changedFields, idsIn } from "../../../../web/console/audit/details.ts";

const gate: string = "ctr_0123456789ABCDEFGHIJ";
const lost = "ctr_ABCDEFGHIJ0123456789";
const hall: string = "grp_0123456789ABCDEFGHIJ";
const names = new Map([
  [gate, "North gate"],
  [hall, "Hall"],
]);
const nameOf = (id: string) => names.get(id);

test("a group is shown by its name, and one that is gone is worded", () => {
  const other = "grp_ABCDEFGHIJ0123456789";
  const entry = { before: { groupId: hall }, after: { groupId: other } };
  expect(changedFields(entry, nameOf)).toEqual([
    { label: "group", before: "Hall", after: "a group that is gone" },
  ]);
  expect(idsIn(entry)).toEqual([hall, other]);
});

test("counters without names are counted", () => {
  const entry = { before: null, after: { counterIds: [gate, lost, lost] } };
  expect(changedFields(entry, nameOf)).toEqual([
    { label: "counters", after: "North gate and 2 more" },
  ]);
});

test("ids that say nothing to people are left out, and so is what stays as it is", () => {
  const after = { invitationId: "inv_0123456789ABCDEFGHIJ", role: "member", locked: false };
  expect(changedFields({ before: { locked: false }, after }, nameOf)).toEqual([
    { label: "role", after: "member" },
  ]);
});

test("the fields stand in one order, whatever order they were stored in", () => {
  const labels = (after: Record<string, string>) =>
    changedFields({ before: null, after }, nameOf).map(({ label }) => label);
  const expected = ["name", "e-mail address", "role", "expires at", "paused"];
  const stored = { paused: "a", role: "b", expiresAt: "c", email: "d", name: "e" };
  expect(labels(stored)).toEqual(expected);
  expect(labels(Object.fromEntries(Object.entries(stored).toReversed()))).toEqual(expected);
});

test("a field that is gone says what it was", () => {
  expect(changedFields({ before: { note: "Press" }, after: null }, nameOf)).toEqual([
    { label: "note", before: "Press" },
  ]);
});
