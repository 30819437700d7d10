import type { ChangedBy } from "../members/changed-by.ts";
import { type WorkAuditPorts, workEntry } from "../members/running-audit.ts";
import { type DeliveryRecord, isRecoverable } from "./delivery.ts";
import { deliveryIdFromKey, deliveryKeysFrom, isDeliveryKey } from "./delivery-id.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { endpointTarget } from "./endpoint-audit.ts";
import {
  type MissingDeliveriesPorts,
  missingDeliveries,
  type Recoverable,
  type RecoverOnePorts,
  recoverOne,
} from "./missing-deliveries.ts";
import { type RefusedResend, withEntry } from "./resend.ts";

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
  /** `stopped` where `mayGoOn` says so. */
  | { result: "done" | "stopped"; page: RecoveryPage }
  /** For a reason that holds for every delivery of the endpoint; `page` is what came before. */
  | { result: "refused"; deliveryId: string; refused: RefusedResend; page: RecoveryPage }
  /** By an error, after all that was begun has ended; `page` is what was done. */
  | { result: "failed"; error: unknown; page: RecoveryPage };

export interface RecoveryPagePorts extends RecoverOnePorts, MissingDeliveriesPorts {
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

/** Which part of a recovery it is. */
export interface RecoveryPart {
  /** Deliveries of events from this time on. */
  sinceMs: number;
  dryRun: boolean;
  /** When the first part began: what was resent since then is not overdue. */
  startedAtMs: number;
  /** `next` of the part before. */
  from?: string | undefined;
}

export interface RecoveryRun {
  entry: RecoveryEntry;
  /** Waits for the next delivery's turn. Without it, several are resent at a time. */
  mayGoOn?(): Promise<boolean>;
}

/**
 * One part of a recovery: finds some deliveries and resends them, or only counts them. The position
 * is that of the last one found, so a part that is repeated finds what was not resent.
 */
export async function recoveryPage(
  ports: RecoveryPagePorts,
  endpoint: StoredEndpoint,
  part: RecoveryPart,
  run: RecoveryRun,
): Promise<RecoveryPageResult> {
  const { found, next } = await findSome(ports, endpoint, part);
  const page: RecoveryPage = { found: found.length, resent: 0, leftOut: [], next };
  if (part.dryRun || found.length === 0) return { result: "done", page };
  const recorded = withEntry(ports, run.entry.begin);
  const done = await resendAll(recorded, found, { part, run, page });
  await run.entry.resent(page.resent);
  return done;
}

async function resendAll(
  ports: RecoveryPagePorts,
  found: Recoverable[],
  { part, run, page }: { part: RecoveryPart; run: RecoveryRun; page: RecoveryPage },
): Promise<RecoveryPageResult> {
  const nowMs = Math.min(part.startedAtMs, ports.now());
  const atOnce = run.mayGoOn === undefined ? inParallel : 1;
  for (let start = 0; start < found.length; start += atOnce) {
    if ((await run.mayGoOn?.()) === false) return { result: "stopped", page };
    const some = found.slice(start, start + atOnce);
    const results = await Promise.allSettled(
      some.map((each) => recoverOne(ports, each, (record) => isRecoverable(record, nowMs))),
    );
    for (const [index, result] of results.entries()) {
      if (result.status === "rejected") continue;
      if (result.value.result === "resent") page.resent += 1;
      else page.leftOut.push({ deliveryId: some[index]?.deliveryId ?? "", refused: result.value });
    }
    const failed = results.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") return { result: "failed", error: failed.reason, page };
    const refusal = page.leftOut.find(({ refused }) => holdsForAll(refused));
    if (refusal !== undefined) return { result: "refused", ...refusal, page };
  }
  return { result: "done", page };
}

/** The one audit entry of a recovery. */
export interface RecoveryEntry {
  begin(): Promise<void>;
  /** Adds what a part has resent. */
  resent(more: number): Promise<void>;
}

export function recoveryEntry(
  ports: WorkAuditPorts,
  by: ChangedBy,
  { endpoint, sinceMs }: { endpoint: StoredEndpoint; sinceMs: number },
): RecoveryEntry {
  const entry = workEntry(ports, by, "delivery.recover");
  const since = new Date(sinceMs).toISOString();
  let resent = 0;
  const change = () => ({ ...endpointTarget(endpoint), before: null, after: { resent, since } });
  return {
    begin: () => entry.begin(change()),
    async resent(more) {
      resent += more;
      await entry.soFar(change());
    },
  };
}

/** Whether a refusal holds for every delivery of the endpoint. */
function holdsForAll({ reason }: RefusedResend): boolean {
  return (
    reason === "endpoint_deleted" || reason === "plan_required" || reason === "endpoint_paused"
  );
}

async function findSome(
  ports: RecoveryPagePorts,
  endpoint: StoredEndpoint,
  { sinceMs, dryRun, startedAtMs, from }: RecoveryPart,
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
      ? (await recoverableRecords(ports, ids, Math.min(startedAtMs, ports.now()))).map(
          ({ deliveryId }) => ({ deliveryId }),
        )
      : ids.map((deliveryId) => ({ deliveryId }));
  const last = keys.length < limit ? undefined : keys.at(-1);
  const following = openStates[openStates.indexOf(state) + 1] ?? "events";
  return { found: wanted, next: last === undefined ? following : `${state}:${last}` };
}

/** Reads these deliveries and returns those that a recovery resends; see `isRecoverable`. */
export async function recoverableRecords(
  ports: Pick<RecoveryPagePorts, "load">,
  ids: string[],
  nowMs: number,
): Promise<DeliveryRecord[]> {
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
