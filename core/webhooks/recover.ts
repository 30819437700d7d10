import type { ChangedBy } from "../members/changed-by.ts";
import type { WorkAuditPorts } from "../members/running-audit.ts";
import type { DeliveryRecord } from "./delivery.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { throttle } from "./recovery-pace.ts";
import {
  type RecoveryEntry,
  type RecoveryPagePorts,
  type RecoveryPageResult,
  type RecoveryPart,
  recoveryEntry,
  recoveryPage,
} from "./recovery-page.ts";
import type { RefusedResend } from "./resend.ts";

export interface DeliveryQuery {
  endpointId: string;
  order: "newest first" | "oldest first";
  /** Only deliveries of events from this time on. */
  sinceMs?: number | undefined;
  /** How many to read at a time, where few are wanted. */
  pageSize?: number;
}

/** The deliveries on record, strongly consistent. */
export interface LoggedDeliveries {
  deliveries(query: DeliveryQuery): AsyncIterable<DeliveryRecord>;
}

export interface RecoverPorts extends RecoveryPagePorts, WorkAuditPorts {}

/** What a recovery sends; see RecoveryPart. */
export type RecoverWhat = Pick<RecoveryPart, "sinceMs" | "waiting">;

/** How a long run reports its progress and is stopped. */
export interface RecoverRun extends RecoverWhat {
  by: ChangedBy;
  /** Deliveries per second. */
  rate: number;
  /** Whether to go on although ten in a row fail again. */
  keepGoing?: boolean | undefined;
  isStopped(): boolean;
  /** Before each delivery, and at the end of all, with how many came before. */
  onProgress(done: number): void;
  onLeftOut(deliveryId: string, refused: RefusedResend): void;
}

type WithoutPage<Result> = Result extends unknown ? Omit<Result, "page"> : never;

/** How the last part ended. */
export type RecoverResult = WithoutPage<RecoveryPageResult> & { resent: number };

/** A dry run changes nothing. */
const noEntry: RecoveryEntry = { begin: async () => {}, resent: async () => {} };

/** How many deliveries a recovery would resend. */
export async function countRecoverable(
  ports: RecoveryPagePorts,
  endpoint: StoredEndpoint,
  what: RecoverWhat,
): Promise<number> {
  const startedAtMs = ports.now();
  let found = 0;
  for (let from: string | null | undefined; from !== null; ) {
    const part = { ...what, startedAtMs, dryRun: true, from };
    const { page } = await recoveryPage(ports, endpoint, part, { entry: noEntry });
    found += page.found;
    from = page.next;
  }
  return found;
}

/**
 * Recovers an endpoint part by part, with one delivery at a time. A run that ends early can be
 * repeated: a delivery that it restarted without sending is recoverable again.
 */
export async function recover(
  ports: RecoverPorts,
  endpoint: StoredEndpoint,
  { sinceMs, waiting, by, keepGoing, ...run }: RecoverRun,
): Promise<RecoverResult> {
  const startedAtMs = ports.now();
  const entry = recoveryEntry(ports, by, { endpoint, sinceMs, waiting });
  const turn = throttle(ports, run.rate);
  let begun = 0;
  let resent = 0;
  async function mayGoOn(): Promise<boolean> {
    run.onProgress(begun);
    begun += 1;
    await turn();
    return !run.isStopped();
  }
  for (let from: string | null | undefined; from !== null; ) {
    const part = { sinceMs, waiting, startedAtMs, dryRun: false, from };
    const control = { entry, mayGoOn, keepGoing };
    const { page, ...end } = await recoveryPage(ports, endpoint, part, control);
    resent += page.resent;
    const refusedId = end.result === "refused" ? end.deliveryId : undefined;
    for (const { deliveryId, refused } of page.leftOut) {
      if (deliveryId !== refusedId) run.onLeftOut(deliveryId, refused);
    }
    if (end.result !== "done") return { ...end, resent };
    from = page.next;
  }
  run.onProgress(begun);
  return { result: "done", resent };
}

/** The organization of the newest delivery, if there is one: an endpoint never changes its organization. */
export async function ownerByRecords(
  { deliveries }: LoggedDeliveries,
  endpointId: string,
): Promise<string | undefined> {
  const newest = deliveries({ endpointId, order: "newest first", pageSize: 1 });
  for await (const { organizationId } of newest) return organizationId;
  return undefined;
}
