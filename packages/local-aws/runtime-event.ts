import type { InvocationResult } from "./functions/invocation.ts";

/** What the local runtime reports while it runs; times in milliseconds. */
export type RuntimeEvent =
  | {
      kind: "request-served";
      api: string;
      method: string;
      path: string;
      status: number;
      durationMs: number;
      functionName?: string;
    }
  | {
      kind: "invocation-failed";
      functionName: string;
      requestId: string;
      errorType: string;
      errorMessage: string;
    }
  /**
   * The function responded while work was pending, which AWS would freeze with it: calls of AWS, other
   * requests (by host), and kinds of Node.js handles, such as `Timeout`.
   */
  | { kind: "work-pending"; functionName: string; requestId: string; pending: string[] }
  | { kind: "invocation-throttled"; functionName: string }
  /**
   * Comes after every invocation that was not throttled; `event` is what the function got, and
   * `payload` the JSON text that it returned, unless it failed.
   */
  | {
      kind: "invocation-ended";
      functionName: string;
      requestId: string;
      outcome: InvocationResult["outcome"];
      event: unknown;
      payload?: string;
    }
  | { kind: "environment-started"; functionName: string; pid: number }
  | { kind: "environment-ended"; functionName: string; pid: number; reason: string }
  /** Messages or stream records that their function failed to process after all retries. */
  | { kind: "records-failed"; source: string; destination: string; count: number; reason: string }
  | { kind: "schedule-fired"; name: string; target: string }
  | { kind: "schedule-failed"; name: string; target: string; reason: string }
  /** A CDN got no response from its origin, and responded with 502 or 504. */
  | { kind: "origin-failed"; cdn: string; method: string; path: string; code: string }
  /** AWS would refuse this: `caller` is a function or a service, `reason` says what is missing. */
  | { kind: "access-denied"; caller: string; action: string; resource: string; reason: string }
  /** Nothing works without the emulator; the caller should close the runtime. */
  | { kind: "emulator-ended"; emulator: "DynamoDB"; reason: string }
  | { kind: "warning"; message: string };

/** Receives every event, in order; it must not throw. */
export type OnEvent = (event: RuntimeEvent) => void;
