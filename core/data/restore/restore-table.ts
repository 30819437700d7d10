import { allInOrder } from "../../all-in-order.ts";
import type { Role } from "../../members/role.ts";
import { type StoredItem, textOf } from "../stored-item.ts";
import { broughtUpToDate, type CounterHistory } from "./counter-state.ts";
import { Differences } from "./differences.ts";
import type { RestorableTable } from "./restorable-tables.ts";
import {
  type Deleted,
  differingFields,
  endedSince,
  type ItemChanges,
  isOfTable,
  replacementChanges,
  restoredStamp,
  type Verdict,
  verdictOf,
  verdicts,
  withoutDeleted,
  withoutFailure,
} from "./restore-verdict.ts";

/** What was deleted in an organization, and the newest roles of its members. */
export interface LoggedState {
  deleted: Deleted;
  roles: ReadonlyMap<string, Role>;
}

/** A restored table, and the live one that it is copied into. */
export interface RestorePorts<Item extends StoredItem> extends CounterHistory {
  /** The restored table's items in pages, from this position on; `next` is that behind the page. */
  pages(from: string | undefined): AsyncIterable<{ items: Item[]; next: string | undefined }>;
  /** What the live table has now of each of these, in their order. */
  live(items: Item[]): Promise<(Item | undefined)[]>;
  /** Writes an item if the live one is still as it was read; false if it is not. */
  write(item: Item, changes: ItemChanges, live: Item | undefined): Promise<boolean>;
  /**
   * Returns a lookup of what an organization's audit log says. It reads each log once, and no earlier
   * than this call.
   */
  logged(): (organizationId: string) => Promise<LoggedState>;
  /** The group of a live counter: null if it is in none, undefined if there is no such counter. */
  groupOf(key: { organizationId: string; counterId: string }): Promise<string | null | undefined>;
  /** Waits until as much capacity as allowed has been used. */
  keepPace(): Promise<void>;
}

export interface RestoreOptions {
  nowMs: number;
  dryRun: boolean;
  /** Replace live items that differ. */
  overwrite: boolean;
  /** Put back what was deleted on purpose, too. */
  includeDeleted: boolean;
  /** Only of this organization. */
  only?: string | undefined;
  /** Where an earlier run was stopped. */
  from?: string | undefined;
  isStopped(): boolean;
  /** Called and awaited before the first write of what belongs to this organization. */
  onFirstWrite(organizationId: string): Promise<void>;
  onProgress(tally: RestoreTally): void;
}

/** How many items of each kind were read, and what was written. */
export interface RestoreTally {
  verdicts: Record<Verdict, number>;
  /** Which items differ, and in which fields. */
  differences: Differences;
  putBack: number;
  replaced: number;
  /** Another writer wrote the item at the same moment: it is left as they wrote it. */
  changedMeanwhile: number;
  /** Items written by organization. */
  written: Map<string, number>;
  /** All organizations that the restored table has items of. */
  owners: Set<string>;
}

export type RestoreRun = { tally: RestoreTally; stoppedAt?: string | undefined };

export function newTally(): RestoreTally {
  const none = Object.fromEntries(verdicts.map((verdict) => [verdict, 0]));
  return {
    verdicts: none as Record<Verdict, number>,
    differences: new Differences(),
    putBack: 0,
    replaced: 0,
    changedMeanwhile: 0,
    written: new Map(),
    owners: new Set(),
  };
}

/** How many items are compared and written at once. */
const atOnce = 8;

/**
 * Copies a restored table into the live one: what is missing, and with `overwrite` what differs. It
 * deletes nothing. Every write is conditional on what was read, so people can go on counting, and
 * running it again changes nothing. Adds to `tally` as it goes, also when it throws.
 */
export async function restoreTable<Item extends StoredItem>(
  ports: RestorePorts<Item>,
  table: RestorableTable,
  options: RestoreOptions,
  tally: RestoreTally = newTally(),
): Promise<RestoreRun> {
  const beforeWrite = onceFor((organizationId) => options.onFirstWrite(organizationId));
  let position = options.from;
  if (options.isStopped()) return { tally, stoppedAt: position ?? "" };
  for await (const { items, next } of ports.pages(options.from)) {
    const wanted = items.filter((item) => isWanted(table, item, options.only));
    const live = await ports.live(wanted);
    // Read after the live items: what was deleted before those were read is in the logs by now.
    const loggedIn = ports.logged();
    const turns = wanted.map((item, index) => ({ item, live: live[index] }));
    await inParallel(turns, (turn) =>
      restoreItem(ports, table, { ...turn, loggedIn, beforeWrite, options, tally }),
    );
    options.onProgress(tally);
    await ports.keepPace();
    position = next;
    if (next !== undefined && options.isStopped()) return { tally, stoppedAt: position };
  }
  return { tally };
}

/** A failure is thrown after the others have ended: what they wrote is then in the tally. */
async function inParallel<Turn>(turns: Turn[], take: (turn: Turn) => Promise<void>): Promise<void> {
  const work = async () => {
    try {
      for (let turn = turns.pop(); turn !== undefined; turn = turns.pop()) await take(turn);
    } catch (error) {
      turns.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Does the work once for each organization; whoever needs it meanwhile waits for it. */
function onceFor(work: (organizationId: string) => Promise<void>): typeof work {
  const begun = new Map<string, Promise<void>>();
  return async (organizationId) => {
    const done = begun.get(organizationId) ?? work(organizationId);
    begun.set(organizationId, done);
    await done;
  };
}

/** With `only`, what cannot be read is passed over: it has no known owner. */
function isWanted(table: RestorableTable, item: StoredItem, only: string | undefined): boolean {
  return only === undefined || (isOfTable(table, item) && table.owners(item).includes(only));
}

interface Turn<Item> {
  item: Item;
  live: Item | undefined;
  loggedIn: (organizationId: string) => Promise<LoggedState>;
  beforeWrite: (organizationId: string) => Promise<void>;
  options: RestoreOptions;
  tally: RestoreTally;
}

async function restoreItem<Item extends StoredItem>(
  ports: RestorePorts<Item>,
  table: RestorableTable,
  { item, live, loggedIn, beforeWrite, options, tally }: Turn<Item>,
): Promise<void> {
  const owners = isOfTable(table, item) ? table.owners(item) : [];
  for (const owner of owners) tally.owners.add(owner);
  const mayWrite = live === undefined || options.overwrite;
  const asksForDeleted = table.followsLog && mayWrite && !options.includeDeleted;
  const asksLog = asksForDeleted || table.ends === "role";
  const logged = asksLog ? await allInOrder(owners.map(loggedIn)) : [];
  const deleted = asksForDeleted ? logged.map((state) => state.deleted) : [];
  const roles = logged.map((state) => state.roles);
  const ended = endedSince(table, item, { nowMs: options.nowMs, roles });
  const restored = { ...item, ...ended };
  const judged = verdictOf(table, { restored, live, deleted }, options.nowMs);
  const verdict = judged === "missing" && (await hasLeft(ports, table, item)) ? "deleted" : judged;
  tally.verdicts[verdict] += 1;
  if (verdict === "different" && live !== undefined) {
    const organizationId = options.only ?? (owners.length === 1 ? owners[0] : undefined) ?? null;
    const fields = differingFields(table, { restored, live });
    tally.differences.add(fields, { organizationId, id: table.id(item) });
  }
  const isWritten = verdict === "missing" || (verdict === "different" && options.overwrite);
  if (!isWritten || options.dryRun) return;
  const { set, remove } = await changesOf(ports, table, {
    ...{ item, live, deleted, nowMs: options.nowMs },
  });
  const changes = { set: { ...ended, ...set, ...restoredStamp(table, options.nowMs) }, remove };
  await allInOrder(owners.map(beforeWrite));
  if (!(await ports.write(item, changes, live))) {
    tally.changedMeanwhile += 1;
    return;
  }
  if (live === undefined) tally.putBack += 1;
  else tally.replaced += 1;
  for (const owner of owners) tally.written.set(owner, (tally.written.get(owner) ?? 0) + 1);
}

/**
 * Whether the counter of a group's member has left the group since. With the member put back, the
 * counter could not join this group again.
 */
async function hasLeft<Item extends StoredItem>(
  ports: Pick<RestorePorts<Item>, "groupOf">,
  { name, owners }: RestorableTable,
  item: Item,
): Promise<boolean> {
  if (name !== "GroupMembers") return false;
  const [organizationId = ""] = owners(item);
  const group = await ports.groupOf({ organizationId, counterId: textOf(item, "counterId") });
  return group !== undefined && textOf(item, "groupKey") !== `${organizationId}/${group}`;
}

/** Tables with items that list what can be deleted on its own. */
const listsDeleted = ["Organizations", "Notices"];

const unchanged: ItemChanges = { set: {}, remove: [] };

async function changesOf<Item extends StoredItem>(
  ports: RestorePorts<Item>,
  table: RestorableTable,
  {
    item,
    live,
    deleted,
    nowMs,
  }: Pick<Turn<Item>, "item" | "live"> & { deleted: Deleted[]; nowMs: number },
): Promise<ItemChanges> {
  const lists = listsDeleted.includes(table.name) ? withoutDeleted(item, deleted) : unchanged;
  if (live !== undefined) {
    const { set, remove } = replacementChanges(table, { restored: item, live });
    return { set: { ...lists.set, ...set }, remove: [...lists.remove, ...remove] };
  }
  if (table.name === "Counters") return await broughtUpToDate(ports, item, nowMs);
  if (table.name === "WebhookEndpoints") return withoutFailure(item, nowMs);
  return lists;
}

/** How long to wait, in milliseconds, until the units used so far are no more than allowed. */
export function pauseMs(
  { units, elapsedMs }: { units: number; elapsedMs: number },
  unitsPerSecond: number,
): number {
  return Math.max(0, Math.ceil((units / unitsPerSecond) * 1_000 - elapsedMs));
}
