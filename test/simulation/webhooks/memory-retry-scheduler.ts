import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import type { RetryScheduler } from "../../../core/webhooks/deliver.ts";
import type { Lane } from "../../../core/webhooks/endpoint-health.ts";

export interface MemoryRetrySchedulerOptions {
  now(): number;
  enqueue(message: AttemptMessage, lane: Lane, delayMs: number): void;
  /** How much later than asked for a message comes. */
  lateMs(): number;
}

/** Queues hold a message for 15 minutes at most. */
const longestMs = 900_000;

/** Schedules messages by the delays of a queue: in hops of 15 minutes, none too early. */
export function memoryRetryScheduler({
  now,
  enqueue,
  lateMs,
}: MemoryRetrySchedulerOptions): RetryScheduler {
  return {
    async schedule(message, lane) {
      const delayMs = Math.max(0, (message.dueMs ?? 0) - now());
      const hops = delayMs > longestMs;
      enqueue(structuredClone(message), lane, hops ? longestMs : delayMs + lateMs());
    },
  };
}
