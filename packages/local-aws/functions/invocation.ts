import * as z from "zod";

export const FunctionError = z.object({
  errorType: z.string(),
  errorMessage: z.string(),
  trace: z.array(z.string()).optional(),
});
export type FunctionError = z.infer<typeof FunctionError>;

/** What an invocation had begun and not awaited when it responded. */
const pending = z.array(z.string()).optional();

/** Whether the function has started workers or child processes. */
const hasOthers = z.boolean().default(false);

/** What an environment says to the runtime; see environment-bootstrap.mjs. */
export const EnvironmentMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready"), pending }),
  z.object({ kind: z.literal("init-failed"), error: FunctionError, pending }),
  z.object({ kind: z.literal("succeeded"), payload: z.string(), pending, hasOthers }),
  z.object({ kind: z.literal("failed"), error: FunctionError, pending, hasOthers }),
]);
export type EnvironmentMessage = z.infer<typeof EnvironmentMessage>;

/** How an invocation ended; `payload` is JSON text. Throttled means that it never ran. */
export type InvocationResult =
  | { outcome: "succeeded"; requestId: string; payload: string; pending?: string[] }
  | { outcome: "failed"; requestId: string; error: FunctionError; pending?: string[] }
  | { outcome: "throttled"; requestId: string };
