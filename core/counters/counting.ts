import { type Clock, conflict, retryConflicts } from "../clock.ts";
import { isGroupId } from "../groups/group.ts";
import {
  type MemberReader,
  type MembershipChange,
  readMembershipChange,
} from "../groups/membership.ts";
import type { CounterKey, CounterSettings, StoredCounter } from "./counter.ts";
import { changeSettings, type SettingsChange } from "./settings-change.ts";
import { type CountResult, contended, countBatch, type TapStore } from "./taps/count-batch.ts";
import type { Tap } from "./taps/tap.ts";

/** The result of writing a change on condition that the counter is as it was read. */
export type WriteResult = { result: "written" } | { result: "conflict" };

/** What changes of settings need. */
export interface SettingsStore extends MemberReader {
  /** Undefined for a counter that does not exist or is archived. */
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  /** Writes the counter together with the groups that it leaves and joins. */
  writeSettings(change: CounterChange): Promise<WriteResult | NoGroupToJoin>;
}

export interface CountingStore extends TapStore, SettingsStore {}

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

export interface TapRequest {
  key: CounterKey;
  tap: Tap;
  /** Makes a repetition of this tap return the first result instead of counting again. */
  idempotencyKey?: string | undefined;
  /** The counter as the caller last saw it; saves a read. */
  known?: StoredCounter | undefined;
}

/** Counts one tap, as a batch of one; throws like countBatch. */
export async function countTap(
  store: TapStore,
  clock: Clock,
  { key, tap, idempotencyKey, known }: TapRequest,
): Promise<CountResult> {
  const { results } = await countBatch(store, clock, {
    key,
    taps: [{ tap, idempotencyKey }],
    known: known && { counter: known, outdated: true },
  });
  const [result] = results;
  if (result === undefined) throw new Error("a batch of one has one result");
  return result;
}

/**
 * Changes settings, and with `groupId` the counter's group: in the same transaction it leaves the one
 * and joins the other. Throws like countTap.
 */
export async function updateSettings(
  store: SettingsStore,
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
  store: SettingsStore,
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
