import { expect, test } from "vitest";
import { en } from "../../../web/count/messages/en.ts";
import { amountText, type StateFacts, stateLine } from "../../../web/count/state-line.ts";

const tap = {};
const undo = { undo: { atMs: 0, delta: null } };
const taps = (count: number) => Array.from({ length: count }, () => tap);

const calm: StateFacts = {
  waiting: [],
  waitingMs: 0,
  connected: true,
  block: null,
  limited: false,
  checking: false,
  undecided: false,
};

test.each<[Partial<StateFacts>, string | undefined]>([
  [{}, "All taps sent"],
  [{ undecided: true }, "All other taps sent"],
  [{ waiting: taps(1), waitingMs: 300 }, "Sending …"],
  [{ waiting: taps(1_234), waitingMs: 5_000 }, "Sending 1,234 taps …"],
  [{ waiting: taps(3), limited: true }, "The service is busy · 3 taps waiting"],
  [{ waiting: taps(3), checking: true }, "Checking 3 taps · this takes up to a minute"],
  [{ waiting: taps(3), checking: true, connected: false }, "Offline · 3 taps kept on this device"],
  [{ waiting: [tap, undo], waitingMs: 5_000 }, "Sending 1 tap and 1 undo …"],
  [{ connected: false }, "Offline · you can go on counting"],
  [{ connected: false, waiting: taps(1) }, "Offline · 1 tap kept on this device"],
  [{ block: "signed_out", waiting: taps(2) }, "Not signed in · 2 taps kept on this device"],
  [{ block: "signed_out", connected: false }, "Not signed in · taps kept on this device"],
  [{ block: "revoked", waiting: taps(2) }, undefined],
  [{ block: "forbidden" }, undefined],
])("%o: %s", (facts, text) => {
  expect(stateLine({ ...calm, ...facts }, en)?.text).toBe(text);
});

test("taps and undos are counted in words as people say them", () => {
  expect([0, 1, 2, 5_000].map((count) => amountText(taps(count), en))).toEqual([
    ...[undefined, "1 tap", "2 taps", "5,000 taps"],
  ]);
  expect(amountText([undo], en)).toBe("1 undo");
  expect(amountText([undo, tap, undo, tap], en)).toBe("2 taps and 2 undos");
});
