export type { RequestLimits } from "./bounded-requests.ts";
export {
  CatchUp,
  type CatchUpOptions,
  type CatchUpStatus,
  type CounterStatus,
  type Received,
  type RunOptions,
} from "./catch-up/catch-up.ts";
export { type MemoryStore, memoryStore, type Recorder } from "./catch-up/memory-store.ts";
export type {
  CatchUpStore,
  Change,
  HeldCount,
  Hole,
  ListedPosition,
  Position,
} from "./catch-up/store.ts";
export type { Count, CountEvent, Counter, History } from "./counter.ts";
export { testCounterId } from "./counter.ts";
export {
  CountingClient,
  type CountingClientOptions,
  type HistoryOptions,
  type RequestOptions,
} from "./counting-client.ts";
export { CountingError, type ErrorDetails } from "./counting-error.ts";
export {
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from "./verify-webhook.ts";
export type { Wait } from "./waiting.ts";
export {
  type AlertWebhook,
  type CountWebhook,
  countOf,
  isAlertWebhook,
  isCountWebhook,
  type UnknownWebhook,
  type WebhookEvent,
} from "./webhook-event.ts";
