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
  | { kind: "invocation-throttled"; functionName: string }
  | { kind: "environment-started"; functionName: string; pid: number }
  | { kind: "environment-ended"; functionName: string; pid: number; reason: string }
  | { kind: "set-aside"; source: string; destination: string; count: number; reason: string }
  | { kind: "schedule-fired"; name: string; target: string }
  | { kind: "warning"; message: string };

/** Receives every event, in order; it must not throw. */
export type OnEvent = (event: RuntimeEvent) => void;
