import { expect, test } from "vitest";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { type CanaryPorts, makeCanaryRun } from "../../../../core/operations/canary/canary-run.ts";

const scheduledMs = Date.UTC(2030, 0, 1);

function eventAt(nowMs: number, lastEventId = 7): CountEvent {
  return {
    id: `evt_${lastEventId}`,
    counterId: "ctr",
    eventType: "increment",
    count: lastEventId,
    previousCount: lastEventId - 1,
    delta: 1,
    lastEventId,
    metadata: null,
    createdAt: new Date(nowMs).toISOString(),
  };
}

/** A service that works, on a clock that only waiting moves; a run starts a second late. */
function world(broken: Partial<CanaryPorts> = {}) {
  let nowMs = scheduledMs + 1_000;
  const counted = new Map<string, CountEvent>();
  const ports: CanaryPorts = {
    ensure: async () => {},
    async count(key) {
      const earlier = counted.get(key);
      if (earlier) return { result: "repeated", event: earlier };
      const event = eventAt(nowMs, 7 + counted.size);
      counted.set(key, event);
      return { result: "counted", counter: {} as never, event };
    },
    read: async () => 6 + counted.size,
    arrivedAtMs: async () => nowMs,
    now: () => nowMs,
    async wait(ms) {
      nowMs += ms;
    },
    ...broken,
  };
  return { ports, counted, nowMs: () => nowMs };
}

test("a run passes with the time from its count to its webhook", async () => {
  const arriving = { arrivedAtMs: async () => scheduledMs + 1_250 };
  expect(await makeCanaryRun(world(arriving).ports, scheduledMs)).toEqual({
    result: "passed",
    lastEventId: 7,
    ageMs: 250,
  });
});

test("clocks that disagree make no negative age", async () => {
  const early = { arrivedAtMs: async () => scheduledMs };
  expect(await makeCanaryRun(world(early).ports, scheduledMs)).toMatchObject({ ageMs: 0 });
});

const throws = async () => {
  throw new Error("no connection");
};

test.each<[string, Partial<CanaryPorts>, string, string]>([
  ["the set-up throws", { ensure: throws }, "set up", "no connection"],
  [
    "the counter is locked",
    { count: async () => ({ result: "refused", reason: "locked" }) as never },
    "count",
    "the count was refused: locked",
  ],
  ["the read API refuses", { read: throws }, "read", "after 10 s, no connection"],
  [
    "no webhook arrives",
    { arrivedAtMs: async () => undefined },
    "webhook",
    "after 30 s, no webhook of event 7 has arrived",
  ],
  [
    "neither the count is shown nor its webhook arrives",
    { read: async () => 6, arrivedAtMs: async () => undefined },
    "read",
    "after 10 s, the read API shows event 6, and 7 was counted; " +
      "webhook: after 30 s, no webhook of event 7 has arrived",
  ],
])("when %s, the run fails and names the step", async (_, broken, step, reason) => {
  const { ports } = world(broken);
  expect(await makeCanaryRun(ports, scheduledMs)).toEqual({ result: "failed", step, reason });
});

test("only the webhook of the run's own event counts", async () => {
  const arrived = new Map([[6, scheduledMs + 900]]);
  const { ports } = world({ arrivedAtMs: async (eventId) => arrived.get(eventId) });
  expect(await makeCanaryRun(ports, scheduledMs)).toMatchObject({
    result: "failed",
    step: "webhook",
  });
});

test("a run that looks until the last moment ends within its function's 50 s", async () => {
  const { ports, nowMs } = world({ arrivedAtMs: async () => undefined });
  const beganMs = nowMs();
  await makeCanaryRun(ports, scheduledMs);
  // Reads wait at the same time; here the two waits add up.
  expect(nowMs() - beganMs).toBeLessThanOrEqual(45_000);
});

test("a run that the schedule repeats counts once, and looks for the same event", async () => {
  const { ports, counted } = world();
  const runs = [await makeCanaryRun(ports, scheduledMs), await makeCanaryRun(ports, scheduledMs)];
  expect(runs).toMatchObject([{ lastEventId: 7 }, { lastEventId: 7 }]);
  expect(counted.size).toBe(1);
  expect(await makeCanaryRun(ports, scheduledMs + 1_000)).toMatchObject({ lastEventId: 8 });
});

test.each([
  [60_000, "passed"],
  [60_001, "skipped"],
])("a run that begins %i ms late is %s", async (lateMs, result) => {
  const { ports, counted } = world({ now: () => scheduledMs + lateMs });
  expect(await makeCanaryRun(ports, scheduledMs)).toMatchObject({ result });
  expect(counted.size).toBe(result === "passed" ? 1 : 0);
});
