import { type DeliveryRecord, isSentAgainSince } from "./delivery.ts";

/** Deliveries per second, unless an operator wants another rate: a receiver has just come back. */
export const recoveryRate = 10;

export interface PacePorts {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Waits until the next call is due. The first returns at once; missed calls are not made up for. */
export function throttle({ now, wait }: PacePorts, perSecond: number): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const waitMs = nextMs - now();
    if (waitMs > 0) await wait(waitMs);
    nextMs = Math.max(nextMs, now()) + 1_000 / perSecond;
  };
}

/** A run stops when this many in a row fail again. */
export const failuresToStop = 10;

/** A receiver may take 10 s to respond; the rest is for the queue. */
const outcomeWithinMs = 12_000;

const lookAgainMs = 500;

/**
 * How the last of them failed, such as `HTTP 500`, where the first ten of these restarted deliveries
 * have all failed again. Undefined as soon as one has not, or where that is not known in time.
 */
export async function reasonToStop(
  ports: PacePorts & { load(deliveryId: string): Promise<DeliveryRecord | undefined> },
  resentIds: string[],
  startedAtMs: number,
): Promise<string | undefined> {
  const watched = resentIds.slice(0, failuresToStop);
  if (watched.length < failuresToStop) return undefined;
  const untilMs = ports.now() + outcomeWithinMs;
  for (;;) {
    const records = await Promise.all(watched.map(ports.load));
    const failed = records.filter((record) => hasFailedAgain(record, startedAtMs));
    if (failed.length === watched.length) return errorOf(failed.at(-1));
    const open = records.filter(isStillToBeSent);
    if (failed.length + open.length < watched.length || ports.now() >= untilMs) return undefined;
    await ports.wait(lookAgainMs);
  }
}

function hasFailedAgain(record: DeliveryRecord | undefined, sinceMs: number): boolean {
  if (record?.state !== "retry_scheduled" && record?.state !== "failed") return false;
  return isSentAgainSince(record, sinceMs) && record.next?.attempt !== 1;
}

function isStillToBeSent(record: DeliveryRecord | undefined): boolean {
  return record?.state === "retry_scheduled" && record.next?.attempt === 1;
}

function errorOf(record: DeliveryRecord | undefined): string {
  const { status, reason = "no response" } = record?.attempts.at(-1) ?? {};
  return status === undefined ? reason : `HTTP ${status}`;
}
