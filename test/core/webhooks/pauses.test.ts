import { expect, test } from "vitest";
import {
  earliestRecoverableMs,
  heldBackSinceMs,
  isBeyondRecovery,
  keptPauses,
  type Pause,
  recoverableSinceMs,
  undispatchedTimes,
  withPause,
} from "../../../core/webhooks/pauses.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const nowMs = Date.UTC(2030, 0, 31);
const iso = (ms: number) => new Date(ms).toISOString();

/** A pause of one hour that ended so long ago. */
function pause(endedAgoMs: number): Pause {
  return { from: iso(nowMs - endedAgoMs - hourMs), to: iso(nowMs - endedAgoMs) };
}

test("events are looked for from an hour before a pause until a minute after it", () => {
  const ended = pause(dayMs);
  expect(undispatchedTimes([ended], { sinceMs: 0, nowMs })).toEqual([
    { fromMs: nowMs - dayMs - 2 * hourMs, toMs: nowMs - dayMs + minuteMs },
  ]);
});

test("a recovery of all that a pause held back begins with events whose last retry fell due in it", () => {
  const ended = pause(dayMs);
  const lastRetryMs = 1_000 * (30 + 120 + 600 + 3_600 + 21_600);
  expect(recoverableSinceMs(ended)).toBe(Date.parse(ended.from) - hourMs - lastRetryMs);
});

test("pauses that overlap with their margins are one time, others are apart", () => {
  const times = undispatchedTimes([pause(9 * hourMs), pause(5 * hourMs), pause(4 * hourMs)], {
    sinceMs: 0,
    nowMs,
  });
  expect(times).toEqual([
    { fromMs: nowMs - 11 * hourMs, toMs: nowMs - 9 * hourMs + minuteMs },
    { fromMs: nowMs - 7 * hourMs, toMs: nowMs - 4 * hourMs + minuteMs },
  ]);
});

test("nothing is looked for before the time that is asked for, nor what may have expired", () => {
  const sinceMs = nowMs - dayMs - 30 * minuteMs;
  expect(undispatchedTimes([pause(dayMs)], { sinceMs, nowMs })).toMatchObject([
    { fromMs: sinceMs },
  ]);
  expect(undispatchedTimes([pause(dayMs)], { sinceMs: nowMs - hourMs, nowMs })).toEqual([]);
  expect(undispatchedTimes([pause(29 * dayMs + hourMs)], { sinceMs: 0, nowMs })).toEqual([]);
});

test("of many pauses the two oldest become one, and what cannot be recovered is dropped", () => {
  const many = Array.from({ length: keptPauses }, (_, index) => pause((21 - index) * dayMs));
  const kept = withPause(many, pause(0));
  expect(kept).toHaveLength(keptPauses);
  expect(kept[0]).toEqual({ from: many[0]?.from, to: many[1]?.to });
  expect(kept.at(-1)).toEqual(pause(0));
  expect(withPause([pause(30 * dayMs)], pause(0))).toEqual([pause(0)]);
});

test("something is held back until a recovery has begun after the pause, or it is too old", () => {
  const [first, second] = [pause(9 * hourMs), pause(4 * hourMs)];
  const pauses = [first, second];
  const since = (pausesRecoveredAt?: string) =>
    heldBackSinceMs(
      { pauses, ...(pausesRecoveredAt !== undefined && { pausesRecoveredAt }) },
      nowMs,
    );
  expect(heldBackSinceMs({}, nowMs)).toBeUndefined();
  expect(since()).toBe(recoverableSinceMs(first));
  expect(since(first.from)).toBe(recoverableSinceMs(first));
  expect(since(first.to)).toBe(recoverableSinceMs(second));
  expect(since(second.to)).toBeUndefined();
  expect(heldBackSinceMs({ pauses: [pause(29 * dayMs + hourMs)] }, nowMs)).toBeUndefined();
});

test("what a long pause held back is said to begin where a recovery reaches, and it may begin there", () => {
  const long = { from: iso(nowMs - 40 * dayMs), to: iso(nowMs - dayMs) };
  const sinceMs = heldBackSinceMs({ pauses: [long] }, nowMs) ?? 0;
  expect(sinceMs).toBe(nowMs - 29 * dayMs);
  expect(sinceMs).toBe(earliestRecoverableMs(nowMs));
  // A person looks first, and sends some minutes later.
  expect(isBeyondRecovery(sinceMs, nowMs + 30 * minuteMs)).toBe(false);
  expect(isBeyondRecovery(sinceMs, nowMs + 2 * hourMs)).toBe(true);
});
