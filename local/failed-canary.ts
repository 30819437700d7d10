import { styleText } from "node:util";
import type { RuntimeEvent } from "local-aws";
import * as z from "zod";

/** Its name in the template, which CloudFormation completes. */
const canary = /RunCanary/;

/** What the function returns of a run that failed. */
const FailedRun = z.object({ result: z.literal("failed"), step: z.string(), reason: z.string() });

/** A line for a run of the canary that failed; undefined for any other event. */
export function failedCanaryLine(
  event: RuntimeEvent,
  { logFileOf, nowMs }: { logFileOf(functionName: string): string; nowMs: number },
): string | undefined {
  if (event.kind !== "invocation-ended" || !canary.test(event.functionName)) return undefined;
  const run = FailedRun.safeParse(parsed(event.payload));
  if (!run.success) return undefined;
  const { step, reason } = run.data;
  const failed = styleText("red", `canary failed at the step "${step}": ${oneLine(reason)}`);
  const time = new Date(nowMs).toISOString().slice(11, 19);
  return `${time} ${failed}  log: ${logFileOf(event.functionName)}`;
}

/** A reason can be the text of an error, which can be long and have several lines. */
function oneLine(reason: string): string {
  return reason.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 300);
}

function parsed(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "");
  } catch {
    return undefined;
  }
}
