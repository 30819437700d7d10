import { styleText } from "node:util";
import type { RuntimeEvent } from "local-aws";
import * as z from "zod";
import type { Stores } from "../adapters/stores.ts";
import { AttemptMessage } from "../core/webhooks/attempt-message.ts";
import type { AttemptRecord, DeliveryRecord } from "../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../core/webhooks/delivery-id.ts";

interface FailedDeliveriesOptions {
  stores: Stores;
  /** Whether another program prints what arrives at this URL. */
  isPrinted(url: string): boolean;
  print(line: string): void;
}

/** An invocation with messages of a queue. */
const QueueEvent = z.object({ Records: z.array(z.object({ body: z.string() })) });

/** This many attempts are remembered: none is printed twice. */
const remembered = 1_000;

/**
 * Prints a line for each attempt of a delivery that failed. It learns of attempts from the
 * invocations of the function that makes them, and of their outcome from the delivery log.
 */
export class FailedDeliveries {
  readonly #options: FailedDeliveriesOptions;
  readonly #printed = new Set<string>();

  constructor(options: FailedDeliveriesOptions) {
    this.#options = options;
  }

  /** Takes every event of the runtime. */
  async note(event: RuntimeEvent): Promise<void> {
    if (event.kind !== "invocation-ended") return;
    for (const message of attemptMessages(event.event)) {
      // A line that cannot be printed must not end the service.
      await this.#print(message).catch(() => {});
    }
  }

  async #print({ deliveryId, organizationId, attempt }: AttemptMessage): Promise<void> {
    const { stores, isPrinted, print } = this.#options;
    const record = await stores.load(deliveryId);
    const made = record?.attempts.findLast((one) => one.attempt === attempt);
    if (record === undefined || made === undefined || hasSucceeded(made)) return;
    const key = `${deliveryId} ${made.at}`;
    if (this.#printed.has(key)) return;
    this.#remember(key);
    const endpointId = deliveryKeyOf(deliveryId)?.endpointId ?? "";
    const endpoint = await stores.endpoint({ organizationId, endpointId });
    const url = endpoint?.url ?? endpointId;
    if (made.status === undefined || !isPrinted(url)) print(failureLine(record, made, url));
  }

  #remember(key: string): void {
    this.#printed.add(key);
    const [oldest] = this.#printed;
    if (this.#printed.size > remembered && oldest !== undefined) this.#printed.delete(oldest);
  }
}

function attemptMessages(event: unknown): AttemptMessage[] {
  const records = QueueEvent.safeParse(event).data?.Records ?? [];
  return records.flatMap(({ body }) => AttemptMessage.safeParse(parseJson(body)).data ?? []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hasSucceeded = ({ status }: AttemptRecord) =>
  status !== undefined && status >= 200 && status < 300;

function failureLine(record: DeliveryRecord, made: AttemptRecord, url: string): string {
  const { eventType, state, next, deliveryId } = record;
  const outcome =
    made.status === undefined ? (made.reason ?? "no response") : `HTTP ${made.status}`;
  const isNewest = made === record.attempts.at(-1);
  const after = next && isNewest ? `again at ${time(next.dueMs)}` : isNewest ? state : "";
  const failed = styleText("red", `attempt ${made.attempt} failed: ${outcome}`);
  const words = [eventType, url, failed, after, deliveryId].filter((word) => word !== "");
  return `${time(Date.parse(made.at) + made.durationMs)} ${words.join("  ")}`;
}

function time(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
