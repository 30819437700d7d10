import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { type RuntimeEvent, StartError } from "local-aws";
import * as z from "zod";
import { eventLine, findingText } from "./display.ts";
import type { FailedDeliveries } from "./failed-deliveries.ts";
import type { StartOptions } from "./start-options.ts";

interface RuntimeEventsOptions extends Pick<StartOptions, "quiet"> {
  /** The data folder, absolute. */
  folder: string;
  stopping: AbortSignal;
}

/** Where the findings of the run are, below the data folder: a line each, absent without any. */
export const findingsFile = join("logs", "findings.log");

/** Prints the runtime's events, keeps its findings, and fails when an emulator ends. */
export class RuntimeEvents {
  readonly #failing = new AbortController();
  readonly #quiet: boolean;
  readonly #folder: string;
  readonly #stopping: AbortSignal;
  failedDeliveries: FailedDeliveries | undefined;

  constructor({ quiet, folder, stopping }: RuntimeEventsOptions) {
    this.#quiet = quiet;
    this.#folder = folder;
    this.#stopping = stopping;
  }

  get failed(): AbortSignal {
    return this.#failing.signal;
  }

  take(event: RuntimeEvent): void {
    const line = this.#quiet && event.kind === "request-served" ? undefined : eventLine(event);
    if (line !== undefined) console.log(line);
    const finding = findingText(event);
    if (finding !== undefined) appendFileSync(join(this.#folder, findingsFile), `${finding}\n`);
    // What is in flight when the service is stopped fails for that reason.
    if (!this.#stopping.aborted) this.#printFailures(event);
    if (event.kind !== "emulator-ended") return;
    const { emulator, reason } = event;
    const message =
      `The ${emulator} emulator has ended (${reason}), and the service with it. ` +
      "Its data are kept: start it again.";
    this.#failing.abort(new StartError(message));
  }

  #printFailures(event: RuntimeEvent): void {
    const logFileOf = (functionName: string) => join(this.#folder, "logs", `${functionName}.log`);
    const line = failedCanaryLine(event, { logFileOf, nowMs: Date.now() });
    if (line !== undefined) console.log(line);
    void this.failedDeliveries?.note(event);
  }
}

/** Its name in the template, which CloudFormation completes. */
const canary = /RunCanary/;

/** What the function returns of a run that failed. */
const FailedRun = z.object({ result: z.literal("failed"), step: z.string(), reason: z.string() });

/** A line for a run of the canary that failed; undefined for any other event. */
function failedCanaryLine(
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
