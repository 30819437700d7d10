import { describe } from "vitest";
import { type Arrival, retrySchedulerConformance } from "../../conformance/retry-schedulers.ts";
import { VirtualTime } from "../virtual-time.ts";
import { memoryRetryScheduler } from "./memory-retry-scheduler.ts";

describe.each([true, false])("the retry scheduler of the simulation, with schedules: %s", (up) => {
  const time = new VirtualTime();
  const arrived: Arrival[] = [];
  const now = () => time.nowMs;
  retrySchedulerConformance({
    retryScheduler: memoryRetryScheduler({
      now,
      enqueue: (message, lane, delayMs) =>
        time.after(delayMs, () => void arrived.push({ message, lane, atMs: time.nowMs })),
      createSchedule: (message, lane, delayMs) => {
        if (up) time.after(delayMs, () => void arrived.push({ message, lane, atMs: time.nowMs }));
        return up;
      },
      lateMs: () => 70,
    }),
    now,
    async arrivals(deliveryId) {
      await time.runAll(100);
      return arrived.filter(({ message }) => message.deliveryId === deliveryId);
    },
  });
});
