import { expect, test } from "vitest";
import { auditActions } from "../../../../core/audit/audit-action.ts";
import {
  actionsOnDeletions,
  LoggedDeletions,
} from "../../../../core/data/restore/logged-deletions.ts";

/** Things that are never made again with the id that they had, and why. */
const neverAgain: Record<string, string> = {
  gate: "the id of a revoked gate stays used",
  org: "each creation makes an id of its own",
};

/** What each creation makes, and the actions that end such a thing. */
const lives = auditActions
  .map((action) => action.split("."))
  .flatMap(([noun = "", verb = ""]) => {
    const thing = verb === "invite" ? "invitation" : noun;
    const ends = auditActions.filter((end) => [`${thing}.delete`, `${thing}.revoke`].includes(end));
    const isCreation = verb === "create" || verb === "invite";
    return isCreation ? ends.map((end) => ({ thing, creation: `${noun}.${verb}`, end })) : [];
  });

test("the audit log knows things of every kind", () => {
  const things = ["org", "invitation", "key", "group", "gate", "embed", "alert", "endpoint"];
  expect(lives.map(({ thing }) => thing).toSorted()).toEqual(things.toSorted());
});

test.each(lives)("$creation after $end makes $thing exist again", ({ thing, creation, end }) => {
  const deletions = new LoggedDeletions();
  const embed = { counterId: "ctr_1", lastFour: "abcd" };
  const target = { id: thing === "embed" ? null : `${thing}_1`, name: "one" };
  const entries = [
    { action: creation, target, before: null, after: embed },
    { action: end, target, before: embed, after: null },
    { action: creation, target, before: null, after: embed },
  ];
  for (const [index, entry] of entries.entries()) {
    deletions.add({ ...entry, entryKey: `2026-11-2${index}` });
    if (entry.after === null) expect(deletions.deleted()).not.toEqual(new Set());
  }
  if (thing in neverAgain) expect(deletions.deleted()).not.toEqual(new Set());
  else expect(deletions.deleted()).toEqual(new Set());
  // Only these are read of a log.
  expect((actionsOnDeletions as readonly string[]).includes(creation)).toBe(!(thing in neverAgain));
});
