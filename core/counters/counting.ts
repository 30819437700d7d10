import { type Clock, conflict, retryConflicts } from "../clock.ts";
import { isGroupId } from "../groups/group.ts";
import {
  type MemberReader,
  type MembershipChange,
  readMembershipChange,
} from "../groups/membership.ts";
import type { CountEvent } from "./count-event.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "./counter.ts";
import { changeSettings, type SettingsChange } from "./settings-change.ts";
import { isEventOf, type Tap, type TapRefusal, tap } from "./tap.ts";

/** The result of writing a change on condition that the counter is as it was read. */
export type WriteResult =
  | { result: "written" }
  /** Somebody else changed the counter first; `counter` is its newer state where it is known. */
  | { result: "conflict"; counter?: StoredCounter }
  | { result: "repeated"; event: CountEvent };

export interface CountingStore extends MemberReader {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  /** The first result under this idempotency key, if there is one. */
  earlierTap(key: CounterKey, idempotencyKey: string): Promise<CountEvent | undefined>;
  writeTap(change: TapChange): Promise<WriteResult>;
  /** Writes the counter together with the groups that it leaves and joins. */
  writeSettings(change: CounterChange): Promise<WriteResult | NoGroupToJoin>;
}

/** A counter as it is after a change, and what changes with it. */
export interface CounterChange {
  counter: StoredCounter;
  change: SettingsChange;
  membership: MembershipChange;
}

/** A counter was to join a group that its organization does not have. */
export interface NoGroupToJoin {
  result: "no_such_group";
  groupId: string;
}

export type SettingsResult =
  | { result: "updated"; before: StoredCounter; counter: StoredCounter }
  | { result: "no_such_counter" }
  | NoGroupToJoin;

export interface TapChange {
  counter: StoredCounter;
  event: CountEvent;
  idempotencyKey?: string | undefined;
}

export interface TapRequest {
  key: CounterKey;
  tap: Tap;
  /** Makes a repetition of this tap return the first result instead of counting again. */
  idempotencyKey?: string | undefined;
  /** The counter as the caller last saw it; saves a read. */
  known?: StoredCounter | undefined;
}

export type CountResult =
  | { result: "counted"; counter: StoredCounter; event: CountEvent }
  /** The same tap was counted under this idempotency key before. */
  | { result: "repeated"; event: CountEvent }
  /** Another tap was counted under this idempotency key, with this event. */
  | { result: "key_reused"; event: CountEvent }
  | { result: "refused"; reason: TapRefusal; counter: StoredCounter }
  | { result: "no_such_counter" };

/** How long a repeated idempotency key still returns the first result. */
export const idempotencyDays = 30;

/** Every conflict means that another change was written, so this many in a row are rare. */
const attempts = 100;

/**
 * Counts one tap in one transaction. Throws if every attempt meets a conflict; nothing is counted
 * then.
 */
export async function countTap(
  store: CountingStore,
  clock: Clock,
  request: TapRequest,
): Promise<CountResult> {
  const { key, idempotencyKey } = request;
  let seen: { counter: StoredCounter | undefined; outdated: boolean } | undefined =
    request.known && {
      counter: request.known,
      outdated: true,
    };
  return await retryConflicts<CountResult>(clock, contended(key), async (conflicts) => {
    seen ??= { counter: await store.counter(key), outdated: false };
    const { counter, outdated } = seen;
    const result = counter && tap(counter, request.tap, clock.now());
    if (counter === undefined || result?.result !== "counted") {
      const earlier = await earlierTap(store, request);
      if (earlier !== undefined) return repetition(earlier, request.tap);
      if (result === undefined || counter === undefined) return { result: "no_such_counter" };
      if (!outdated) return { ...result, counter };
      // The counter that the caller passed can be out of date, for example after an unlock.
      seen = undefined;
      return conflict;
    }
    const written = await store.writeTap({ ...result, idempotencyKey });
    if (written.result === "written") return result;
    if (written.result === "repeated") return repetition(written.event, request.tap);
    // Beside many others, the state of the conflict is outdated after the wait: read it again.
    seen =
      conflicts > 0 || written.counter === undefined
        ? undefined
        : { counter: written.counter, outdated: false };
    return conflict;
  });
}

/**
 * Changes settings, and with `groupId` the counter's group: in the same transaction it leaves the one
 * and joins the other. Throws like countTap.
 */
export async function updateSettings(
  store: CountingStore,
  clock: Clock,
  { key, settings }: { key: CounterKey; settings: CounterSettings },
): Promise<SettingsResult> {
  return await retryConflicts<SettingsResult>(clock, contended(key), async () => {
    const counter = await store.counter(key);
    if (counter === undefined) return { result: "no_such_counter" };
    return await changeCounter(store, counter, settings, clock.now());
  });
}

/** One attempt to change the settings of a counter as it was read. */
export async function changeCounter(
  store: CountingStore,
  before: StoredCounter,
  settings: CounterSettings,
  nowMs: number,
): Promise<SettingsResult | typeof conflict> {
  const { groupId } = settings;
  // Older versions took free text as a group; a counter keeps what it has, and gets no more of it.
  if (groupId && !isGroupId(groupId)) return { result: "no_such_group", groupId };
  const changed = changeSettings(before, settings, nowMs);
  const membership = await readMembershipChange(store, before, changed.counter);
  const written = await store.writeSettings({ ...changed, membership });
  if (written.result === "no_such_group") return written;
  return written.result === "written"
    ? { result: "updated", before, counter: changed.counter }
    : conflict;
}

/** How many attempts a contended counter gets, and its name in the error. */
export function contended({ counterId }: CounterKey): { attempts: number; what: string } {
  return { attempts, what: `counter ${counterId}` };
}

// A tap that was counted and then repeated must return what it did, even if the counter was
// locked or archived or has reached its bound since then.
async function earlierTap(store: CountingStore, { key, idempotencyKey }: TapRequest) {
  return idempotencyKey === undefined ? undefined : await store.earlierTap(key, idempotencyKey);
}

function repetition(event: CountEvent, tap: Tap): CountResult {
  return { result: isEventOf(event, tap) ? "repeated" : "key_reused", event };
}
