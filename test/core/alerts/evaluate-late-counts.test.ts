import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { evaluateLateCounts } from "../../../core/alerts/evaluate-late-counts.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { storedAlert } from "./stored-alert.ts";

/** A counter with one alert at 10, and what evaluation has written. */
function world(newest: number) {
  const alert: StoredAlert = storedAlert({ kind: "absolute", at: 10, capacity: null });
  const writes: EvaluationWrite[] = [];
  const unused = () => Promise.reject(new Error("no group is involved"));
  return {
    writes,
    ports: {
      store: {
        maximumWrites: 100,
        entitlement: async () => ({ plan: "enterprise" as const, alertEpoch: alert.epoch }),
        alerts: async () => [alert],
        group: unused,
        members: unused,
        write: async (write: EvaluationWrite) => {
          writes.push(write);
          return "written" as const;
        },
      },
      clock: { backOff: async () => {} },
      newestCount: async () => newest,
    },
  };
}

const late: WatchedCount = {
  ...{ organizationId: "org_1", counterId: "ctr_1", counterName: "Gate", eventType: "increment" },
  ...{ previousCount: 9, count: 12, delta: 3, lastEventId: 4, hasAlerts: true, goalTarget: null },
  ...{ createdAt: "2026-11-21T12:00:00.000Z", cause: "tap" },
};

test("a late count that is still the newest fires what it should have fired", async () => {
  const { ports, writes } = world(4);
  expect(await evaluateLateCounts(ports, [late])).toEqual([]);
  expect(writes).toMatchObject([{ firings: [{ lastEventId: 4, level: 12 }] }]);
});

test("a late count that newer ones have followed leaves the counter's alerts to the next", async () => {
  const { ports, writes } = world(6);
  expect(await evaluateLateCounts(ports, [late])).toEqual([]);
  expect(writes).toEqual([]);
});

test("a count that fails again is the one that was given", async () => {
  const { ports } = world(4);
  const store = { ...ports.store, alerts: () => Promise.reject(new Error("throttled")) };
  const [failed] = await evaluateLateCounts({ ...ports, store }, [late]);
  expect(failed?.item).toBe(late);
});
