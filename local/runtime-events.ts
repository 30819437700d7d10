import { type RuntimeEvent, StartError } from "local-aws";
import { eventLine } from "./display.ts";
import type { FailedDeliveries } from "./failed-deliveries.ts";
import type { StartOptions } from "./start-options.ts";

/** Prints the runtime's events, and fails when an emulator ends. */
export class RuntimeEvents {
  readonly #failing = new AbortController();
  readonly #quiet: boolean;
  failedDeliveries: FailedDeliveries | undefined;

  constructor({ quiet }: Pick<StartOptions, "quiet">) {
    this.#quiet = quiet;
  }

  get failed(): AbortSignal {
    return this.#failing.signal;
  }

  take(event: RuntimeEvent): void {
    const line = this.#quiet && event.kind === "request-served" ? undefined : eventLine(event);
    if (line !== undefined) console.log(line);
    void this.failedDeliveries?.note(event);
    if (event.kind !== "emulator-ended") return;
    const { emulator, reason } = event;
    const message =
      `The ${emulator} emulator has ended (${reason}), and the service with it. ` +
      "Its data are kept: start it again.";
    this.#failing.abort(new StartError(message));
  }
}
