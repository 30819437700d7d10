import { type DeliveryRecord, type DeliveryState, isRecoverable } from "./delivery.ts";
import { type ResendPorts, type ResendResult, resend } from "./resend.ts";

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

export interface RecoverPorts extends ResendPorts {
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

/** The deliveries of an endpoint that a recovery resends, oldest event first. */
export async function recoverable(
  ports: Pick<RecoverPorts, "deliveries" | "now">,
  { endpointId, sinceMs }: { endpointId: string; sinceMs: number },
): Promise<string[]> {
  const nowMs = ports.now();
  const ids: string[] = [];
  const states: DeliveryState[] = ["failed", "retry_scheduled"];
  const query: DeliveryQuery = { endpointId, order: "oldest first", sinceMs, states };
  for await (const record of ports.deliveries(query)) {
    if (isRecoverable(record, nowMs)) ids.push(record.deliveryId);
  }
  return ids;
}

/**
 * Resends deliveries one by one, at a limited rate. An interrupted run can be repeated: a delivery
 * that it restarted without sending is recoverable again.
 */
export async function recover(
  ports: RecoverPorts,
  deliveryIds: string[],
  run: RecoverRun,
): Promise<RecoverResult> {
  const startMs = ports.now();
  let resent = 0;
  for (const [index, deliveryId] of deliveryIds.entries()) {
    const waitMs = startMs + (index * 1_000) / run.rate - ports.now();
    if (waitMs > 0) await ports.sleep(waitMs);
    if (run.isStopped()) return { result: "stopped", resent };
    const result = await resend(ports, deliveryId, (record) => isRecoverable(record, ports.now()));
    if (result.result === "resent") resent += 1;
    else if (holdsForAll(result)) return { result: "refused", deliveryId, refused: result, resent };
    else run.onLeftOut(deliveryId, result);
    run.onProgress({ done: index + 1, resent });
  }
  return { result: "recovered", resent };
}

function holdsForAll({ reason }: RefusedResend): boolean {
  return reason === "endpoint_deleted" || reason === "plan_required";
}
