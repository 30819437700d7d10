import { expect, test } from "vitest";
import type { DeliveryRecord } from "../../../core/webhooks/delivery.ts";
import { failuresToStop, reasonToStop, throttle } from "../../../core/webhooks/recovery-pace.ts";
import { failed } from "./failed-deliveries.ts";

const startedAtMs = Date.parse("2030-01-01T00:00:00.000Z");

/** Time that passes only by waiting; `hear` hears of each wait. */
function clock(hear: (nowMs: number) => void = () => {}) {
  let nowMs = startedAtMs;
  return {
    now: () => nowMs,
    async wait(ms: number) {
      nowMs += ms;
      hear(nowMs);
    },
  };
}

test("calls come at their rate, and missed ones are not made up for", async () => {
  const { now, wait } = clock();
  const turn = throttle({ now, wait }, 10);
  const at: number[] = [];
  for (const workMs of [0, 0, 30, 5_000, 0, 0]) {
    await turn();
    at.push(now() - startedAtMs);
    await wait(workMs);
  }
  expect(at).toEqual([0, 100, 200, 300, 5_300, 5_400]);
});

const ids = Array.from({ length: failuresToStop + 5 }, (_, index) => failed(index).deliveryId);
const at = new Date(startedAtMs).toISOString();
const restarted: Partial<DeliveryRecord> = {
  state: "retry_scheduled",
  next: { attempt: 1, dueMs: startedAtMs, fencingToken: "t" },
};
const failing: Partial<DeliveryRecord> = {
  state: "retry_scheduled",
  attempts: [{ attempt: 1, resentAt: at, at, durationMs: 5, status: 503 }],
  next: { attempt: 2, dueMs: startedAtMs + 30_000, fencingToken: "t" },
};
const delivered: Partial<DeliveryRecord> = { state: "delivered" };

/** Looks after the run; each delivery is `first` and, once that time has passed, `then`. */
async function looked(
  first: (index: number) => Partial<DeliveryRecord>,
  { then = first, afterMs = 0, of = ids } = {},
) {
  const time = clock();
  const load = async (id: string) => {
    const made = time.now() - startedAtMs >= afterMs ? then : first;
    return { ...failed(1), deliveryId: id, ...made(ids.indexOf(id)) };
  };
  const reason = await reasonToStop({ ...time, load }, of, startedAtMs);
  return { reason, waitedMs: time.now() - startedAtMs };
}

test("ten that have all failed again stop it, with how the last of them failed", async () => {
  expect(await looked(() => failing)).toEqual({ reason: "HTTP 503", waitedMs: 0 });
  const all = await looked(() => ({ ...failing, state: "failed" }));
  expect(all.reason).toBe("HTTP 503");
});

test("ten timeouts in a row stop a run", async () => {
  const timedOut = { attempt: 1, resentAt: at, at, durationMs: 10_000, reason: "timed out" };
  const then = () => ({ ...failing, attempts: [timedOut] });
  const { reason, waitedMs } = await looked(() => restarted, { then, afterMs: 10_400 });
  expect([reason, waitedMs]).toEqual(["timed out", 10_500]);
});

test("ten in a row anywhere stop it, whatever came before", async () => {
  const { reason } = await looked((index) => (index < 5 ? delivered : failing));
  expect(reason).toBe("HTTP 503");
});

test("fewer than ten in a row never stop it", async () => {
  expect(await looked((index) => (index === 9 ? delivered : failing))).toEqual({ waitedMs: 0 });
  expect(await looked((index) => (index < 10 ? delivered : restarted))).toEqual({ waitedMs: 0 });
  expect(await looked(() => failing, { of: ids.slice(1, 10) })).toEqual({ waitedMs: 0 });
});

test("a run continues if the outcomes are not known in time", async () => {
  expect(await looked(() => restarted)).toEqual({ waitedMs: 12_000 });
});

test("what failed before it began does not stop it", async () => {
  expect(await looked(() => ({ state: "failed" }))).toEqual({ waitedMs: 0 });
});
