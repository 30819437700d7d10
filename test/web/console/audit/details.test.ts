import { expect, test } from "vitest";
import { changedFields, idsOf, targetName } from "../../../../web/console/audit/details.ts";

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
  const target = { kind: "group", id: hall, name: "Hall" };
  expect(idsOf({ ...entry, target })).toEqual([hall, other]);
});

test("counters without names are counted", () => {
  const entry = { before: null, after: { counterIds: [gate, lost, lost] } };
  expect(changedFields(entry, nameOf)).toEqual([
    { label: "counters", after: "North gate and 2 more", counterIds: [gate, lost, lost] },
  ]);
});

test("the name of what is new or gone is left to the sentence, and one that changed is not", () => {
  const created = { before: null, after: { name: "Hall", role: "Hall" } };
  expect(changedFields(created, nameOf, "Hall")).toEqual([{ label: "role", after: "Hall" }]);
  const renamed = { before: { name: "Hall" }, after: { name: "North" } };
  expect(changedFields(renamed, nameOf, "North")).toEqual([
    { label: "name", before: "Hall", after: "North" },
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
  const expected = ["name", "e-mail address", "role", "expires", "paused"];
  const stored = { paused: "a", role: "b", expiresAt: "c", email: "d", name: "e" };
  expect(labels(stored)).toEqual(expected);
  expect(labels(Object.fromEntries(Object.entries(stored).toReversed()))).toEqual(expected);
});

test("a field that is gone says what it was", () => {
  expect(changedFields({ before: { note: "Press" }, after: null }, nameOf)).toEqual([
    { label: "note", before: "Press" },
  ]);
});

test("stored values and fields are words, and times are in the viewer's format", () => {
  const before = { mode: "both", goalTarget: 1_000, state: "retry_scheduled", plan: "pro" };
  const at = "2026-11-21T10:00:00.000Z";
  const after = { mode: "increment-only", goalTarget: null, kind: "at_capacity", since: at };
  expect(changedFields({ before, after }, nameOf)).toEqual([
    { label: "taps", before: "up and down", after: "only up" },
    { label: "goal", before: (1_000).toLocaleString(), after: "none" },
    { label: "fires at", after: "the capacity" },
    { label: "events since", after: expect.stringMatching(/2026/) },
    { label: "plan", before: "Pro" },
    { label: "state", before: "Waits for a retry" },
  ]);
  expect(JSON.stringify(changedFields({ before, after }, nameOf))).not.toContain(at);
});

test("kinds of mails and chat messages, and who gets them, are called as on their pages", () => {
  const before = { roleMails: "chosen", kinds: ["alert"] };
  const after = { roleMails: "nobody", kinds: ["alert", "endpoint"] };
  expect(changedFields({ before, after }, nameOf)).toEqual([
    { label: "events", before: "Alerts", after: "Alerts, Failing endpoints" },
    { label: "changed roles", before: "Only those who choose it", after: "Nobody" },
  ]);
});

test("what has no name in its entry is called as it is now, or said to be gone", () => {
  const target = { kind: "group", id: hall, name: null };
  expect(idsOf({ before: null, after: null, target })).toEqual([hall]);
  expect(targetName(target, nameOf)).toBe("Hall");
  expect(targetName({ ...target, name: "Old hall" }, nameOf)).toBe("Old hall");
  expect(targetName(target, () => undefined)).toBe("a group that is gone");
  const delivery = { kind: "delivery", id: "dlv_1", name: null };
  expect(targetName(delivery, nameOf)).toBeUndefined();
});
