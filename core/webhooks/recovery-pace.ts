import { allInOrder } from "../all-in-order.ts";
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
 * How the last of them failed, such as `HTTP 500`, where ten in a row of these restarted deliveries have
 * failed again. Waits for the outcomes of the first ten, for a bounded time; undefined where they do
 * not show ten in a row.
 */
export async function reasonToStop(
  ports: PacePorts & { load(deliveryId: string): Promise<DeliveryRecord | undefined> },
  resentIds: string[],
  startedAtMs: number,
): Promise<string | undefined> {
  if (resentIds.length < failuresToStop) return undefined;
  const untilMs = ports.now() + outcomeWithinMs;
  /** By delivery, how it failed; null for one that did not. */
  const outcomes = new Map<string, string | null>();
  for (;;) {
    const open = resentIds.filter((id) => !outcomes.has(id));
    const records = await allInOrder(open.map(ports.load));
    for (const [index, id] of open.entries()) {
      const record = records[index];
      if (hasFailedAgain(record, startedAtMs)) outcomes.set(id, errorOf(record));
      else if (!isStillToBeSent(record)) outcomes.set(id, null);
    }
    const errors = resentIds.map((id) => outcomes.get(id) ?? null);
    const row = rowsOf(errors).find((each) => each.every((error) => error !== null));
    if (row !== undefined) return row.at(-1) ?? undefined;
    const isSettled = resentIds.slice(0, failuresToStop).every((id) => outcomes.has(id));
    if (isSettled || ports.now() >= untilMs) return undefined;
    await ports.wait(lookAgainMs);
  }
}

/** All that stand in a row, as many as stop a run. */
function rowsOf<Item>(items: Item[]): Item[][] {
  const rows = items.map((_, start) => items.slice(start, start + failuresToStop));
  return rows.filter(({ length }) => length === failuresToStop);
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
