import { expect, test } from "vitest";
import type { Change } from "../../../core/audit/audit-entry.ts";
import { runningAudit } from "../../../core/members/running-audit.ts";
import { operator } from "../audit/operator.ts";

const startMs = Date.UTC(2026, 10, 23);

function newRun() {
  let nowMs = startMs;
  let made = 0;
  const clock = { now: () => nowMs };
  const randomBase62 = (length: number) => String(++made).padStart(length, "0");
  return {
    audit: runningAudit({ clock, randomBase62 }, operator, "group.delete"),
    pass(seconds: number) {
      nowMs += seconds * 1_000;
    },
  };
}

function change(after: Change["after"]): Change {
  const target = { kind: "group", id: "grp_1", name: "Hall" };
  return { organizationId: "org_1", target, before: {}, after };
}

test("each write replaces the entry of the first, however long the work takes", () => {
  const { audit, pass } = newRun();
  const first = audit.soFar(change({ ungrouped: 1 })).entry;
  pass(3_600);
  const later = audit.soFar(change({ ungrouped: 2 })).entry;
  expect(later).toEqual({ ...first, after: { ungrouped: 2 } });
});

test.each([
  ["replaces it, too, within a minute", 60, true],
  ["has an entry of its own after a minute, which says when it was", 61, false],
])("the last write %s", (_, seconds, replaces) => {
  const { audit, pass } = newRun();
  const first = audit.soFar(change({ ungrouped: 1 })).entry;
  pass(seconds);
  const last = audit.end(change(null)).entry;
  const at = new Date(startMs + (replaces ? 0 : seconds * 1_000)).toISOString();
  expect(last).toMatchObject({ at, after: null });
  expect(last.key === first.key).toBe(replaces);
  expect(last.key.startsWith(at)).toBe(true);
});

test("a last write that is the only one has one entry", () => {
  const { audit, pass } = newRun();
  pass(90);
  expect(audit.end(change(null)).entry.at).toBe(new Date(startMs + 90_000).toISOString());
});
