import { expect, test } from "vitest";
import { type StateFacts, stateLine, tapsText } from "../../../web/count/state-line.ts";

const calm: StateFacts = {
  waiting: 0,
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
  [{ waiting: 1, waitingMs: 300 }, "Sending …"],
  [{ waiting: 1_234, waitingMs: 5_000 }, "Sending 1,234 taps …"],
  [{ waiting: 3, limited: true }, "The service is busy · 3 taps waiting"],
  [{ waiting: 3, checking: true }, "Checking 3 taps · this takes up to a minute"],
  [{ waiting: 3, checking: true, connected: false }, "Offline · 3 taps kept on this device"],
  [{ connected: false }, "Offline · you can go on counting"],
  [{ connected: false, waiting: 1 }, "Offline · 1 tap kept on this device"],
  [{ block: "signed_out", waiting: 2 }, "Not signed in · 2 taps kept on this device"],
  [{ block: "signed_out", connected: false }, "Not signed in · taps kept on this device"],
  [{ block: "revoked", waiting: 2 }, undefined],
  [{ block: "forbidden" }, undefined],
])("%o: %s", (facts, text) => {
  expect(stateLine({ ...calm, ...facts })?.text).toBe(text);
});

test("taps are counted in words as people say them", () => {
  expect([0, 1, 2, 5_000].map(tapsText)).toEqual([undefined, "1 tap", "2 taps", "5,000 taps"]);
});
