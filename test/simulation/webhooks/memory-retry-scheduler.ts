import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import type { RetryScheduler } from "../../../core/webhooks/deliver.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";

export interface MemoryRetrySchedulerOptions {
  now(): number;
  enqueue(message: AttemptMessage, lane: Lane, delayMs: number): void;
  /** Makes a schedule; false when that is not possible. */
  createSchedule(message: AttemptMessage, lane: Lane, delayMs: number): boolean;
  /** How much later than asked for a message comes. */
  lateMs(): number;
}

/** Queues hold a message for 15 minutes at most. */
const longestMs = 900_000;

/**
 * Schedules messages by the delays of a queue, and longer waits by a schedule, or in hops of 15
 * minutes where there is none. None is too early.
 */
export function memoryRetryScheduler({
  now,
  enqueue,
  createSchedule,
  lateMs,
}: MemoryRetrySchedulerOptions): RetryScheduler {
  return {
    async schedule(message, lane) {
      const delayMs = Math.max(0, (message.dueMs ?? 0) - now());
      const hops = delayMs > longestMs;
      const copy = structuredClone(message);
      if (hops && createSchedule(copy, lane, delayMs + lateMs())) return;
      enqueue(copy, lane, hops ? longestMs : delayMs + lateMs());
    },
  };
}
