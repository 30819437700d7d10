import { expect, test } from "vitest";
import { csvDialect } from "../../../web/browser/csv-line.ts";
import { tapsCsv } from "../../../web/count/export-taps.ts";
import type { DeviceTap } from "../../../web/count/queue/device-tap.ts";

const tap: DeviceTap = {
  id: "b0a7a1f2-4d5e-4c1b-9a3e-0d6f5a4b3c2d",
  credential: { kind: "gate", gateId: "gat_1" },
  counterId: "ctr_1",
  direction: "up",
  tappedAt: "2026-11-22T10:00:00.000Z",
  order: 1,
  sentAtMs: null,
  lastSentAtMs: null,
  kept: { reason: "locked", atMs: 1 },
};

const sheet = { dialect: csvDialect("en"), timeZone: "Europe/Berlin" };

test("each tap is a line that says what it was, and why it was not counted", () => {
  const waiting = { ...tap, kept: null, sentAtMs: 5 };
  const facts = { nameOf: () => "Main entrance", blockOf: () => null };
  const undo = { ...tap, undo: { atMs: Date.parse("2026-11-22T10:01:00.000Z"), delta: 1 } };
  const lines = tapsCsv([tap, waiting, undo], facts, sheet).split("\r\n");
  expect(lines).toEqual([
    "tapId,counterId,counterName,countedAs,direction,tappedAt (Europe/Berlin),undoneAt (Europe/Berlin),sentBefore,reason",
    `${tap.id},ctr_1,Main entrance,gat_1,up,2026-11-22 11:00:00,,no,locked`,
    `${tap.id},ctr_1,Main entrance,gat_1,up,2026-11-22 11:00:00,,yes,waiting`,
    `${tap.id},ctr_1,Main entrance,gat_1,up,2026-11-22 11:00:00,2026-11-22 11:01:00,no,locked`,
    "",
  ]);
});

test.each([
  ["revoked", "gate_revoked"],
  ["link_needed", "gate_link_needed"],
  ["ended", "gate_ended"],
  ["forbidden", "not_a_member"],
  ["signed_out", "signed_out"],
] as const)("of a tap that is blocked because of %s, the reason is %s", (block, reason) => {
  const facts = { nameOf: () => "Main entrance", blockOf: () => block };
  expect(tapsCsv([{ ...tap, kept: null }], facts, sheet)).toContain(`,no,${reason}\r\n`);
});

test("a tap that the service has refused was not counted, an unclear one may have been", () => {
  const facts = { nameOf: () => undefined, blockOf: () => null };
  const unclear: DeviceTap = { ...tap, sentAtMs: 5, kept: { reason: "unclear", atMs: 9 } };
  expect(tapsCsv([{ ...tap, sentAtMs: 5 }], facts, sheet)).toContain(",no,locked");
  expect(tapsCsv([unclear], facts, sheet)).toContain(",yes,unclear");
});
