import { type DeliveryRecord, isRecoverable } from "../delivery.ts";
import { deliveryIdFromKey, deliveryKeysFrom, isDeliveryKey } from "../delivery-id.ts";
import type { StoredEndpoint } from "../endpoint.ts";
import { holdsForAll, type RecoverPorts, type RefusedResend } from "../recover.ts";
import { missingDeliveries, type Recoverable, recoverOne } from "./missing-deliveries.ts";

/** A part of a recovery that is small enough for one request. */
export interface RecoveryPage {
  /** How many deliveries this part found to be recoverable. */
  found: number;
  resent: number;
  leftOut: { deliveryId: string; refused: RefusedResend }[];
  /** Where the next part begins; null when all is done. */
  next: string | null;
}

export type RecoveryPageResult =
  | { result: "done"; page: RecoveryPage }
  /** For a reason that holds for every delivery of the endpoint; `page` is what came before. */
  | { result: "refused"; refused: RefusedResend; page: RecoveryPage }
  /** By an error, after all that was begun has ended; `page` is what was done. */
  | { result: "failed"; error: unknown; page: RecoveryPage };

export interface RecoveryPagePorts extends Omit<RecoverPorts, "deliveries" | "sleep"> {
  /** Keys of the deliveries in a state, oldest event first, after `after` and from `since` on. */
  openKeys(query: {
    endpointId: string;
    state: OpenState;
    since: string;
    after?: string | undefined;
    limit: number;
  }): Promise<string[]>;
}

/** What is recovered of deliveries on record, one state after the other. */
const openStates = ["failed", "paused", "retry_scheduled"] as const;
type OpenState = (typeof openStates)[number];

/** Deliveries that one request resends; each takes five calls. */
const resentPerPage = 40;
const inParallel = 8;

/** Deliveries that one request of a dry run looks at, and events of pauses. */
const countedPerPage = { deliveries: 500, events: 100 };

/**
 * One part of a recovery: finds some deliveries and resends them, or only counts them. The position
 * is that of the last one found, so a part that is repeated finds what was not resent.
 */
export async function recoveryPage(
  ports: RecoveryPagePorts,
  endpoint: StoredEndpoint,
  of: { sinceMs: number; dryRun: boolean; from?: string | undefined },
): Promise<RecoveryPageResult> {
  const { found, next } = await findSome(ports, endpoint, of);
  const page: RecoveryPage = { found: found.length, resent: 0, leftOut: [], next };
  if (of.dryRun) return { result: "done", page };
  for (let start = 0; start < found.length; start += inParallel) {
    const some = found.slice(start, start + inParallel);
    const results = await Promise.allSettled(
      some.map((each) => recoverOne(ports, each, (record) => isRecoverable(record, ports.now()))),
    );
    for (const [index, result] of results.entries()) {
      if (result.status === "rejected") continue;
      if (result.value.result === "resent") page.resent += 1;
      else page.leftOut.push({ deliveryId: some[index]?.deliveryId ?? "", refused: result.value });
    }
    const failed = results.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") return { result: "failed", error: failed.reason, page };
    const refused = page.leftOut.find((each) => holdsForAll(each.refused))?.refused;
    if (refused !== undefined) return { result: "refused", refused, page };
  }
  return { result: "done", page };
}

async function findSome(
  ports: RecoveryPagePorts,
  endpoint: StoredEndpoint,
  { sinceMs, dryRun, from }: { sinceMs: number; dryRun: boolean; from?: string | undefined },
): Promise<{ found: Recoverable[]; next: string | null }> {
  const [phase = "failed", after] = splitPosition(from);
  if (phase === "events") {
    const limit = dryRun ? countedPerPage.events : resentPerPage;
    const page = await missingDeliveries(ports, endpoint, { sinceMs, limit, after });
    return { ...page, next: page.next === null ? null : `events:${page.next}` };
  }
  const state = openStates.find((each) => each === phase) ?? "failed";
  const limit = dryRun ? countedPerPage.deliveries : resentPerPage;
  const { id: endpointId } = endpoint;
  const since = deliveryKeysFrom(sinceMs);
  const keys = await ports.openKeys({ endpointId, state, since, after, limit });
  const ids = keys.map((deliveryKey) => deliveryIdFromKey({ endpointId, deliveryKey }));
  // The index has no due times, so overdue retries are found by reading the records.
  const wanted =
    state === "retry_scheduled"
      ? (await recoverableRecords(ports, ids)).map(({ deliveryId }) => ({ deliveryId }))
      : ids.map((deliveryId) => ({ deliveryId }));
  const last = keys.length < limit ? undefined : keys.at(-1);
  const following = openStates[openStates.indexOf(state) + 1] ?? "events";
  return { found: wanted, next: last === undefined ? following : `${state}:${last}` };
}

/** Reads these deliveries and returns those that a recovery resends; see `isRecoverable`. */
export async function recoverableRecords(
  ports: Pick<RecoveryPagePorts, "load" | "now">,
  ids: string[],
): Promise<DeliveryRecord[]> {
  const nowMs = ports.now();
  const found: DeliveryRecord[] = [];
  for (let start = 0; start < ids.length; start += inParallel) {
    const records = await Promise.all(ids.slice(start, start + inParallel).map(ports.load));
    for (const record of records) {
      if (record !== undefined && isRecoverable(record, nowMs)) found.push(record);
    }
  }
  return found;
}

function splitPosition(from: string | undefined): [phase?: string, after?: string] {
  if (from === undefined) return [];
  const colon = from.indexOf(":");
  return colon < 0 ? [from] : [from.slice(0, colon), from.slice(colon + 1)];
}

/** True for text that `next` of a page can be. */
export function isRecoveryPosition(text: string): boolean {
  const [phase, after] = splitPosition(text);
  if (phase === "events") return after === undefined || isEventPosition(after);
  const known = openStates.some((state) => state === phase);
  return known && (after === undefined || isDeliveryKey(after));
}

/** A counter and the number of its event, or the key of a firing. */
export function isEventPosition(text: string): boolean {
  return /^ctr_[0-9A-Za-z]{20}:\d{1,16}$|^firings(:[\w.:/-]{1,200})?$/.test(text);
}
