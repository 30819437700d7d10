import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import * as z from "zod";

const Started = z.object({
  request: z.custom<Pick<IncomingMessage, "headers" | "method" | "url">>(
    (value) => typeof value === "object",
  ),
});

/** Counts the requests that the emulators of this process get, by operation, such as SendMessage. */
export class RequestCounts {
  #counts: Record<string, number> = {};
  // Node tells of each request that any server of the process gets.
  readonly #channel = channel("http.server.request.start");
  readonly #count = (message: unknown) => {
    const operation = operationOf(Started.parse(message).request);
    this.#counts[operation] = (this.#counts[operation] ?? 0) + 1;
  };

  constructor() {
    this.#channel.subscribe(this.#count);
  }

  /** Those since the last time. */
  take(): Record<string, number> {
    const counts = this.#counts;
    this.#counts = {};
    return counts;
  }

  close(): void {
    this.#channel.unsubscribe(this.#count);
  }
}

/** SQS, KMS and DynamoDB name the operation in a header; Scheduler, in its path. */
function operationOf({ headers, method, url }: z.output<typeof Started>["request"]): string {
  if (method === "POST" && url?.startsWith("/schedules/")) return "CreateSchedule";
  return String(headers["x-amz-target"]).split(".").at(-1) ?? "";
}
