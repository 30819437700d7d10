import type { RetryScheduler } from "../../core/webhooks/deliver.ts";
import type { AttemptMessage } from "../../core/webhooks/delivery.ts";
import type { Lane } from "../../core/webhooks/endpoint-health.ts";

export interface MemoryCarrierOptions {
  now(): number;
  enqueue(message: AttemptMessage, lane: Lane, delayMs: number): void;
  /** How much later than asked for a message comes. */
  lateMs(): number;
}

/** Queues hold a message for 15 minutes at most. */
const longestMs = 900_000;

/** Carries messages as the queue's delays do: in hops of 15 minutes, none too early. */
export function memoryCarrier({ now, enqueue, lateMs }: MemoryCarrierOptions): RetryScheduler {
  return {
    async carry(message, lane) {
      const delayMs = Math.max(0, (message.dueMs ?? 0) - now());
      const hops = delayMs > longestMs;
      enqueue(structuredClone(message), lane, hops ? longestMs : delayMs + lateMs());
    },
  };
}
