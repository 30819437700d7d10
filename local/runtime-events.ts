import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type RuntimeEvent, StartError } from "local-aws";
import { eventLine, findingText } from "./display.ts";
import { failedCanaryLine } from "./failed-canary.ts";
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
