import * as z from "zod";

export const FunctionError = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
  trace: z.array(z.string()).optional(),
});
export type FunctionError = z.infer<typeof FunctionError>;

/** What an environment says to the runtime; see environment-bootstrap.mjs. */
export const EnvironmentMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("init-failed"), error: FunctionError }),
  z.object({ kind: z.literal("succeeded"), payload: z.string() }),
  z.object({ kind: z.literal("failed"), error: FunctionError }),
]);
export type EnvironmentMessage = z.infer<typeof EnvironmentMessage>;

/** How an invocation ended; `payload` is JSON text. Throttled means that it never ran. */
export type InvocationResult =
  | { outcome: "succeeded"; requestId: string; payload: string }
  | { outcome: "failed"; requestId: string; error: FunctionError }
  | { outcome: "throttled"; requestId: string };
