import { expect, test } from "vitest";
import { knownForMs } from "../../../core/counters/taps/tap-limits.ts";
import type { DeviceTap } from "../../../web/count/queue/device-tap.ts";
import { isTooOld, nextBatch } from "../../../web/count/queue/next-batch.ts";

const made = (order: number, rest: Partial<DeviceTap> = {}): DeviceTap => ({
  id: `tap_${order}`,
  credential: { kind: "gate", gateId: "gat_1" },
  counterId: "ctr_a",
  direction: "up",
  tappedAt: "2026-11-22T10:00:00.000Z",
  order,
  sentAtMs: null,
  lastSentAtMs: null,
  kept: null,
  ...rest,
});

const all = { nowMs: 0, size: 25, sendable: () => true };
const orders = (taps: DeviceTap[]) => taps.map(({ order }) => order);

test("a batch has the oldest taps of one counter and one credential, 25 at most", () => {
  const taps = Array.from({ length: 60 }, (_, index) =>
    made(index, { counterId: index % 2 === 0 ? "ctr_a" : "ctr_b" }),
  );
  const batch = nextBatch(taps, all);
  expect(orders(batch)).toEqual(Array.from({ length: 25 }, (_, index) => index * 2));
});

test("what a person looks at goes first, and what cannot be sent holds nobody up", () => {
  const refused = { reason: "locked", atMs: 0 } as const;
  const taps = [
    made(1, { kept: refused }),
    made(2, { counterId: "ctr_b" }),
    made(3),
    made(4, { sentAtMs: -knownForMs - 1 }),
    made(5),
  ];
  expect(orders(nextBatch(taps, all))).toEqual([2]);
  expect(orders(nextBatch(taps, { ...all, preferredKeys: ["gat_1/ctr_a"] }))).toEqual([3, 5]);
  const sendable = ({ counterId }: DeviceTap) => counterId !== "ctr_b";
  expect(orders(nextBatch(taps, { ...all, sendable }))).toEqual([3, 5]);
  expect(nextBatch(taps, { ...all, sendable: () => false })).toEqual([]);
});

test("only a tap that was sent before becomes too old", () => {
  const day = 86_400_000;
  expect(isTooOld(made(1), 400 * day)).toBe(false);
  expect(isTooOld(made(1, { sentAtMs: 0 }), 29 * day)).toBe(false);
  expect(isTooOld(made(1, { sentAtMs: 0 }), 29 * day + 1)).toBe(true);
});
