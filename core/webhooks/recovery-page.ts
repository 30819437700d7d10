import { allInOrder } from "../all-in-order.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type WorkAuditPorts, workEntry } from "../members/running-audit.ts";
import { type DeliveryRecord, isRecoverable } from "./delivery.ts";
import { deliveryIdFromKey, deliveryKeysFrom, isDeliveryKey } from "./delivery-id.ts";
import type { StoredEndpoint } from "./endpoint.ts";
import { endpointTarget } from "./endpoint-audit.ts";
import { type PacePorts, reasonToStop } from "./recovery-pace.ts";
import { type RefusedResend, type ResendPorts, resend, withEntry } from "./resend.ts";

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
  /** All of this part was sent, and its deliveries fail again with `reason`: the receiver is not back. */
  | { result: "failing"; reason: string; page: RecoveryPage }
  /** By an error; `page` is what was done. */
  | { result: "failed"; error: unknown; page: RecoveryPage };

export interface RecoveryPagePorts extends ResendPorts, PacePorts {
  /** Keys of the deliveries in a state, oldest event first, after `after` and from `since` on. */
  openKeys(query: {
    endpointId: string;
    state: OpenState;
    since: string;
    after?: string | undefined;
    limit: number;
  }): Promise<string[]>;
}

/**
 * What is recovered, one state after the other. First the retries that wait: one that fails for the
 * last time meanwhile, or meets a pause, is still found among the others.
 */
const openStates = ["retry_scheduled", "failed", "paused"] as const;
type OpenState = (typeof openStates)[number];

/** Deliveries that one request resends, one after the other; each takes five calls. */
const resentPerPage = 40;

/** Records that are read at a time. */
const readAtOnce = 8;

/** Deliveries that one request of a dry run looks at. */
const countedPerPage = 500;

/** Which part of a recovery it is. */
export interface RecoveryPart {
  /** Deliveries of events from this time on. */
  sinceMs: number;
  /** Also all that waits for a retry or that a pause held back, whatever the time of its event. */
  waiting?: boolean | undefined;
  dryRun: boolean;
  /** When the first part began: what was resent since then is not overdue, and not resent again. */
  startedAtMs: number;
  /** `next` of the part before. */
  from?: string | undefined;
}

export interface RecoveryRun {
  entry: RecoveryEntry;
  /** Called before so many deliveries are resent; throws where the limit does not allow it now. */
  takeFromLimit?(deliveries: number): Promise<void>;
  /** Waits for the next delivery's turn. */
  mayGoOn?(): Promise<boolean>;
  /** Whether to go on although ten in a row fail again. */
  keepGoing?: boolean | undefined;
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
  await run.takeFromLimit?.(found.length);
  const recorded = withEntry(ports, run.entry.begin);
  const done = await resendAll(recorded, found, { part, run, page });
  await run.entry.resent(page.resent);
  return done;
}

async function resendAll(
  ports: RecoveryPagePorts,
  found: string[],
  { part, run, page }: { part: RecoveryPart; run: RecoveryRun; page: RecoveryPage },
): Promise<RecoveryPageResult> {
  const startedAtMs = Math.min(part.startedAtMs, ports.now());
  const isWanted = (record: DeliveryRecord) => isRecoverable(record, startedAtMs, part);
  const resentIds: string[] = [];
  for (const deliveryId of found) {
    if ((await run.mayGoOn?.()) === false) return { result: "stopped", page };
    const rules = { isWanted, receivedOnly: true };
    const [tried] = await Promise.allSettled([resend(ports, deliveryId, rules)]);
    if (tried.status === "rejected") return { result: "failed", error: tried.reason, page };
    if (tried.value.result === "resent") {
      page.resent = resentIds.push(deliveryId);
      continue;
    }
    const left = { deliveryId, refused: tried.value };
    page.leftOut.push(left);
    if (holdsForAll(left.refused)) return { result: "refused", ...left, page };
  }
  const reason = run.keepGoing ? undefined : await reasonToStop(ports, resentIds, startedAtMs);
  return reason === undefined ? { result: "done", page } : { result: "failing", reason, page };
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
  of: { endpoint: StoredEndpoint } & Pick<RecoveryPart, "sinceMs" | "waiting">,
): RecoveryEntry {
  const entry = workEntry(ports, by, "delivery.recover");
  const since = new Date(of.sinceMs).toISOString();
  let resent = 0;
  const change = () => ({
    ...endpointTarget(of.endpoint),
    before: null,
    after: { resent, since, ...(of.waiting && { waiting: true }) },
  });
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
  { id: endpointId }: StoredEndpoint,
  { sinceMs, waiting, dryRun, startedAtMs, from }: RecoveryPart,
): Promise<{ found: string[]; next: string | null }> {
  const [begun, after] = splitPosition(from);
  const state = openStates.find((each) => each === begun) ?? openStates[0];
  const limit = dryRun ? countedPerPage : resentPerPage;
  const since = deliveryKeysFrom(waiting && state !== "failed" ? 0 : sinceMs);
  const keys = await ports.openKeys({ endpointId, state, since, after, limit });
  const ids = keys.map((deliveryKey) => deliveryIdFromKey({ endpointId, deliveryKey }));
  const startedMs = Math.min(startedAtMs, ports.now());
  // The index has no due times, so these are found by reading the records.
  const found =
    state === "retry_scheduled"
      ? (await recoverableRecords(ports, ids, startedMs, { waiting })).map(
          (each) => each.deliveryId,
        )
      : ids;
  const last = keys.length < limit ? undefined : keys.at(-1);
  const following = openStates[openStates.indexOf(state) + 1] ?? null;
  return { found, next: last === undefined ? following : `${state}:${last}` };
}

/** Reads these deliveries and returns those that a recovery resends; see `isRecoverable`. */
export async function recoverableRecords(
  ports: Pick<RecoveryPagePorts, "load">,
  ids: string[],
  startedAtMs: number,
  of: Pick<RecoveryPart, "waiting"> = {},
): Promise<DeliveryRecord[]> {
  const found: DeliveryRecord[] = [];
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const records = await allInOrder(ids.slice(start, start + readAtOnce).map(ports.load));
    for (const record of records) {
      if (record !== undefined && isRecoverable(record, startedAtMs, of)) found.push(record);
    }
  }
  return found;
}

function splitPosition(from: string | undefined): [state?: string, after?: string] {
  if (from === undefined) return [];
  const colon = from.indexOf(":");
  return colon < 0 ? [from] : [from.slice(0, colon), from.slice(colon + 1)];
}

/** True for text that `next` of a page can be. */
export function isRecoveryPosition(text: string): boolean {
  const [begun, after] = splitPosition(text);
  const known = openStates.some((state) => state === begun);
  return known && (after === undefined || isDeliveryKey(after));
}
