import { type Clock, conflict, retryConflicts } from "../clock.ts";
import type { CounterKey, StoredCounter } from "./counter.ts";
import { contended, type WriteResult } from "./counting.ts";
import { changeArchival, type SettingsChange } from "./settings-change.ts";

export interface CounterArchive {
  /** The counter, also when it is archived. */
  stored(key: CounterKey): Promise<StoredCounter | undefined>;
  /** Writes on condition of the version: no tap is counted on an archived counter. */
  writeArchival(change: { counter: StoredCounter; change: SettingsChange }): Promise<WriteResult>;
}

export type ArchivalResult =
  /** `changed` is false when the counter was archived, or in use, already. */
  | { result: "archived" | "restored"; counter: StoredCounter; changed: boolean }
  | { result: "no_such_counter" };

/**
 * Takes a counter out of use: for the contract it no longer exists, but its history stays and it
 * can be restored. It still counts towards the organization's limit. So it can always be restored,
 * and the number of items that a list reads is bounded.
 */
export async function archiveCounter(
  archive: CounterArchive,
  clock: Clock,
  key: CounterKey,
): Promise<ArchivalResult> {
  return await setArchived(archive, clock, { key, archived: true });
}

/** Brings an archived counter back as it was, with its count, settings, history and embeds. */
export async function restoreCounter(
  archive: CounterArchive,
  clock: Clock,
  key: CounterKey,
): Promise<ArchivalResult> {
  return await setArchived(archive, clock, { key, archived: false });
}

async function setArchived(
  archive: CounterArchive,
  clock: Clock,
  { key, archived }: { key: CounterKey; archived: boolean },
): Promise<ArchivalResult> {
  const result = archived ? "archived" : "restored";
  return await retryConflicts<ArchivalResult>(clock, contended(key), async () => {
    const counter = await archive.stored(key);
    if (counter === undefined) return { result: "no_such_counter" };
    if ((counter.archivedAt !== undefined) === archived) return { result, counter, changed: false };
    const change = changeArchival(counter, archived, clock.now());
    const written = await archive.writeArchival(change);
    if (written.result !== "written") return conflict;
    return { result, counter: change.counter, changed: true };
  });
}
