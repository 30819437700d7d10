import { describe, expect, test } from "vitest";
import { AuditEntry, auditExpiresAt, newAuditEntry } from "../../../core/audit/audit-entry.ts";
import { isAuditKey } from "../../../core/audit/audit-log.ts";
import { actorOf } from "../../../core/members/changed-by.ts";

const nowMs = Date.parse("2030-01-31T12:00:00.000Z");
const change = {
  organizationId: "org_0123456789ABCDEFGHIJ",
  actor: { kind: "operator", id: null, name: "anna" },
  action: "org.rename",
  target: { kind: "organization", id: "org_0123456789ABCDEFGHIJ", name: "N\"<b>&'\u202e🚪" },
  before: { name: "\u0000" },
  after: { name: "__proto__" },
} as const;

describe("an audit entry", () => {
  const entry = newAuditEntry(change, { nowMs, randomBase62: (length) => "a".repeat(length) });

  test("sorts by its time, and two of one moment differ", () => {
    expect(entry.key).toBe("2030-01-31T12:00:00.000Z.aaaaaaaaaaaa");
    expect(isAuditKey(entry.key)).toBe(true);
  });

  test("expires after a year, in seconds", () => {
    expect(auditExpiresAt(entry)).toBe(Date.parse("2031-01-31T12:00:00.000Z") / 1_000);
  });

  test("keeps hostile text as it is", () => {
    expect(AuditEntry.parse(JSON.parse(JSON.stringify(entry)))).toEqual({
      ...change,
      at: "2030-01-31T12:00:00.000Z",
      key: entry.key,
    });
  });
});

test.each([
  "",
  "2030",
  "2030-01-31T12:00:00.000Z",
  "2030-01-31T12:00:00.000Z.",
  "2030-01-31T12:00:00.000Z.aaaaaaaaaaaaa",
  "2030-01-31T12:00:00Z.aaaaaaaaaaaa",
  "2030-01-31T12:00:00.000Z.aaaaaaaaaaaa\n",
  "٢٠٣٠-01-31T12:00:00.000Z.aaaaaaaaaaaa",
])("%j is no place in the log", (text) => {
  expect(isAuditKey(text)).toBe(false);
});

test("a member is named by name, or else by e-mail address", () => {
  const member = { id: "mem_1", name: "Kim", email: "kim@example.com" };
  expect(actorOf(member)).toEqual({ kind: "member", id: "mem_1", name: "Kim" });
  expect(actorOf({ ...member, name: null }).name).toBe("kim@example.com");
  expect(actorOf({ ...member, name: null, email: null }).name).toBeNull();
});
