import { type DeliveryRecord, type DeliveryState, isRecoverable } from "./delivery.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import {
  type MissingDeliveriesPorts,
  missingDeliveries,
  type Recoverable,
  type RecoverOnePorts,
  recoverOne,
} from "./recovery/missing-deliveries.ts";
import type { ResendResult } from "./resend.ts";

export interface DeliveryQuery {
  endpointId: string;
  order: "newest first" | "oldest first";
  /** Only deliveries of events from this time on. */
  sinceMs?: number | undefined;
  /** Only deliveries stored in one of these states. */
  states?: DeliveryState[] | undefined;
  /** How many to read at a time, where few are wanted. */
  pageSize?: number;
}

export interface RecoverPorts extends RecoverOnePorts, MissingDeliveriesPorts {
  deliveries(query: DeliveryQuery): AsyncIterable<DeliveryRecord>;
  sleep(ms: number): Promise<void>;
}

/** How a long run reports its progress and is stopped. */
export interface RecoverRun {
  /** Deliveries per second. */
  rate: number;
  isStopped(): boolean;
  /** After each delivery. */
  onProgress(progress: { done: number; resent: number }): void;
  onLeftOut(deliveryId: string, refused: RefusedResend): void;
}

export type RefusedResend = Extract<ResendResult, { result: "refused" }>;

export type RecoverResult =
  | { result: "recovered" | "stopped"; resent: number }
  /** For a reason that holds for every delivery of the endpoint. */
  | { result: "refused"; deliveryId: string; refused: RefusedResend; resent: number };

/** Events of pauses that one read looks at: the most keys that DynamoDB looks up at once. */
const eventsPerPage = 100;

/**
 * The deliveries of an endpoint that a recovery sends: those on record, oldest event first, and then
 * those that its pauses prevented.
 */
export async function recoverable(
  ports: MissingDeliveriesPorts & Pick<RecoverPorts, "deliveries">,
  endpoint: StoredEndpoint,
  { sinceMs }: { sinceMs: number },
): Promise<Recoverable[]> {
  const nowMs = ports.now();
  const { id: endpointId } = endpoint;
  const all: Recoverable[] = [];
  const states: DeliveryState[] = ["failed", "paused", "retry_scheduled"];
  const query: DeliveryQuery = { endpointId, order: "oldest first", sinceMs, states };
  for await (const record of ports.deliveries(query)) {
    if (isRecoverable(record, nowMs)) all.push({ deliveryId: record.deliveryId });
  }
  for (let after: string | null | undefined; after !== null; ) {
    const page = { sinceMs, after, limit: eventsPerPage };
    const { found, next } = await missingDeliveries(ports, endpoint, page);
    all.push(...found);
    after = next;
  }
  return all;
}

/**
 * Resends deliveries one by one, at a limited rate. An interrupted run can be repeated: a delivery
 * that it restarted without sending is recoverable again.
 */
export async function recover(
  ports: RecoverPorts,
  deliveries: Recoverable[],
  run: RecoverRun,
): Promise<RecoverResult> {
  const startMs = ports.now();
  let resent = 0;
  for (const [index, delivery] of deliveries.entries()) {
    const { deliveryId } = delivery;
    const waitMs = startMs + (index * 1_000) / run.rate - ports.now();
    if (waitMs > 0) await ports.sleep(waitMs);
    if (run.isStopped()) return { result: "stopped", resent };
    const result = await recoverOne(ports, delivery, (record) =>
      isRecoverable(record, ports.now()),
    );
    if (result.result === "resent") resent += 1;
    else if (holdsForAll(result)) return { result: "refused", deliveryId, refused: result, resent };
    else run.onLeftOut(deliveryId, result);
    run.onProgress({ done: index + 1, resent });
  }
  return { result: "recovered", resent };
}

/** Whether a refusal holds for every delivery of the endpoint. */
export function holdsForAll({ reason }: RefusedResend): boolean {
  return (
    reason === "endpoint_deleted" || reason === "plan_required" || reason === "endpoint_paused"
  );
}

/** The organization of the newest delivery, if there is one: an endpoint never changes its organization. */
export async function ownerByRecords(
  { deliveries }: Pick<RecoverPorts, "deliveries">,
  endpointId: string,
): Promise<string | undefined> {
  const newest = deliveries({ endpointId, order: "newest first", pageSize: 1 });
  for await (const { organizationId } of newest) return organizationId;
  return undefined;
}
