import { describe, expect, test } from "vitest";
import type { TapOutcome } from "../../../core/counting/credential-taps.ts";
import type { DeviceTap } from "../../../web/count/queue/device-tap.ts";
import {
  markSent,
  newerView,
  type ServedView,
  settled,
  tryAgain,
  viewAfterTaps,
} from "../../../web/count/queue/settle.ts";

/** As a poll shows a counter and its group, whose level changes without the counter's version. */
type View = ServedView & { group: { level: number } };

const view = (version: number, second: number, level: number, added = {}): View => ({
  ...{ count: version, version, servedAt: `2026-11-22T10:00:0${second}.000Z` },
  ...{ incrementStep: 1, decrementStep: 1, locked: false, group: { level }, ...added },
});

const tap: DeviceTap = {
  ...{ id: "tap_1", credential: { kind: "gate", gateId: "gat_1" }, counterId: "ctr_a" },
  ...{ direction: "up", tappedAt: "2026-11-22T10:00:00.000Z", order: 1 },
  ...{ sentAtMs: null, lastSentAtMs: null, kept: null },
};

describe("of two views of a counter, the device keeps", () => {
  const stored = view(5, 3, 30);
  test.each<[string, View, "offered" | "stored"]>([
    ["the later level of its group, at the same version", view(5, 4, 20), "offered"],
    ["no earlier level, at the same version", view(5, 2, 20), "stored"],
    ["the newer version, whatever another server's clock says", view(6, 2, 20), "offered"],
    ["no older version, however late it was served", view(4, 9, 20), "stored"],
  ])("%s", (_, offered, kept) => {
    const expected = kept === "offered" ? offered : stored;
    expect(newerView(stored, offered, 0)).toEqual(expected);
    expect(viewAfterTaps(stored, offered, { added: [tap], unanswered: 0 })).toEqual(expected);
  });

  test("none that lacks taps which were added to the number here", () => {
    const added = viewAfterTaps(stored, view(8, 4, 33), { added: [tap], unanswered: 1 });
    expect(added).toMatchObject({ count: 6, version: 5 });
    expect(newerView(added, view(7, 5, 32), 0)).toBe(added);
    expect(newerView(added, view(8, 5, 33), 0)).toEqual(view(8, 5, 33));
  });
});

test("a tap that a person sends again is sent as a new one: its next refusal is final", () => {
  const refusal = { id: tap.id, result: "refused", reason: "locked" } as const;
  const nowMs = 1_000_000;
  // Kept a second after a request whose response never came.
  const kept = { ...markSent(tap, nowMs), kept: { reason: "unclear", atMs: nowMs } as const };
  const before = tryAgain(kept);
  const sentAtMs = nowMs + 1_000;
  const sent = { before, sentAtMs, nowMs: sentAtMs, view: view(5, 3, 30) };
  const after = settled(markSent(before, sentAtMs), refusal, sent);
  expect(after).toMatchObject({ kept: { reason: "locked", atMs: sentAtMs } });
});

test("an outcome that only a newer service knows keeps the tap, for a person to decide", () => {
  const outcome: TapOutcome = JSON.parse(`{"id":"${tap.id}","result":"postponed"}`);
  const sent = { before: tap, sentAtMs: 1_000, nowMs: 2_000, view: view(5, 3, 30) };
  const after = settled(markSent(tap, 1_000), outcome, sent);
  expect(after).toMatchObject({ id: tap.id, kept: { reason: "unclear", atMs: 2_000 } });
});
