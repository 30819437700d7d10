import type { Role } from "../../members/role.ts";
import {
  canonicalText,
  numberOf,
  restoredAttribute,
  type StoredItem,
  type StoredValue,
  textOf,
} from "../stored-item.ts";
import type { RestorableTable } from "./restorable-tables.ts";

/** What becomes of an item of the restored table. */
export const verdicts = [
  /** The live table lacks it: it is put back. */
  "missing",
  /** The live table has another state of it: replaced with --overwrite, else left. */
  "different",
  "same",
  /** The audit log says that it was deleted on purpose: left, unless that is wanted back, too. */
  "deleted",
  /** Its time is over: DynamoDB would remove it again, or it is no news any more. */
  "expired",
  /** It is not an item of this table in this version: never written. */
  "unreadable",
] as const;
export type Verdict = (typeof verdicts)[number];

/** What the audit log says was deleted: all of an organization, or things by their names. */
export type Deleted = "everything" | ReadonlySet<string>;

export interface Compared {
  restored: StoredItem;
  live: StoredItem | undefined;
  /** For each owner of the item, in their order. */
  deleted: Deleted[];
}

/** Judges one item by what is stored of it now. */
export function verdictOf(
  table: RestorableTable,
  { restored, live, deleted }: Compared,
  nowMs: number,
): Verdict {
  if (!isOfTable(table, restored)) return "unreadable";
  if (table.isOver(restored)) return "expired";
  if (live !== undefined) {
    return differingFields(table, { restored, live }).length === 0 ? "same" : "different";
  }
  if (isExpired(restored, nowMs)) return "expired";
  return wasDeleted(table, restored, deleted) ? "deleted" : "missing";
}

/** False for an item of another table, or of a version with other attributes. */
export function isOfTable({ shapes }: Pick<RestorableTable, "shapes">, item: StoredItem): boolean {
  return shapes.some((shape) =>
    Object.entries(shape).every(([attribute, type]) => item[attribute]?.[type] !== undefined),
  );
}

/** Whether DynamoDB's time to live has passed; items without one never expire. */
function isExpired(item: StoredItem, nowMs: number): boolean {
  return item.expiresAt?.N !== undefined && numberOf(item, "expiresAt") * 1_000 <= nowMs;
}

/** With all of its owners, or by its own name or by that of what it is part of. */
function wasDeleted(table: RestorableTable, item: StoredItem, deleted: Deleted[]): boolean {
  if (deleted.length > 0 && deleted.every((one) => one === "everything")) return true;
  const names = table.names(item);
  return deleted.some((one) => one !== "everything" && names.some((name) => one.has(name)));
}

/** They only rise, and a restore raises them too. */
const fences = ["version", "revision"];

/** The names of the attributes whose values differ, except those that a restore keeps or raises. */
export function differingFields(
  table: RestorableTable,
  { restored, live }: { restored: StoredItem; live: StoredItem },
): string[] {
  const ignored = new Set([restoredAttribute, ...keptNames(table, restored, live), ...fences]);
  const names = Object.keys({ ...restored, ...live }).filter((name) => !ignored.has(name));
  return names.filter((name) => !isSame(restored[name], live[name])).sort();
}

function isSame(one: StoredValue | undefined, other: StoredValue | undefined): boolean {
  return canonicalText({ value: one ?? {} }) === canonicalText({ value: other ?? {} });
}

/** The attributes of these items that an older state does not replace, whether they have them or not. */
function keptNames({ kept, keptPattern }: RestorableTable, ...items: StoredItem[]): Set<string> {
  const names = items.flatMap((item) => Object.keys(item));
  return new Set([...kept, ...names.filter((name) => keptPattern?.test(name))]);
}

/** The attributes to change in a restored item before it is written. */
export interface ItemChanges {
  set: Record<string, StoredValue>;
  /** Attributes that the item must not have, and that the live item must not have got meanwhile. */
  remove: string[];
}

/**
 * What differs from the restored item when it replaces a live one: what the live item keeps, and a
 * higher version or revision, so that nobody takes it for the state that they have read.
 */
export function replacementChanges(
  table: RestorableTable,
  { restored, live }: { restored: StoredItem; live: StoredItem },
): ItemChanges {
  const set: Record<string, StoredValue> = {};
  const remove: string[] = [];
  for (const name of keptNames(table, restored, live)) {
    const value = live[name];
    if (value !== undefined) set[name] = value;
    else remove.push(name);
  }
  for (const name of fences) {
    const newest = Math.max(numberOf(restored, name), numberOf(live, name));
    if (live[name] !== undefined || restored[name] !== undefined) {
      set[name] = { N: String(newest + 1) };
    }
  }
  return { set, remove };
}

/** Stamps items whose stream would otherwise send them as new events. */
export function restoredStamp({ sendsEvents }: RestorableTable, nowMs: number): ItemChanges["set"] {
  return sendsEvents ? { [restoredAttribute]: { S: new Date(nowMs).toISOString() } } : {};
}

/** What is known of the time since the backup. */
interface Since {
  nowMs: number;
  /** The newest roles that the audit logs of the item's owners name, by the ids of members. */
  roles: ReadonlyMap<string, Role>[];
}

/**
 * The attributes without which a restored item would bring back what has ended since: the role of a
 * member who was demoted, and sessions of a person who has signed out everywhere.
 */
export function endedSince(
  { ends }: Pick<RestorableTable, "ends">,
  item: StoredItem,
  { nowMs, roles }: Since,
): Record<string, StoredValue> {
  if (ends === "sessions") {
    // Nobody knows the lost epoch. A person's first epoch is a time, too, so none was higher than now.
    return { sessionEpoch: { N: String(Math.max(numberOf(item, "sessionEpoch") + 1, nowMs)) } };
  }
  if (ends !== "role") return {};
  const memberId = textOf(item, "memberId");
  const role = roles.map((known) => known.get(memberId)).find((known) => known !== undefined);
  return role === undefined ? {} : { role: { S: role } };
}

/**
 * Lists come back without what was deleted since: an organization's API keys and endpoints, and its chat channels.
 * An id in the first two takes one of the places that an organization has, and where nothing is behind it, nobody
 * could remove it. A chat channel would get messages again.
 */
export function withoutDeleted(item: StoredItem, deleted: Deleted[]): ItemChanges {
  const isGone = (id: string) => deleted.some((one) => one !== "everything" && one.has(id));
  const { apiKeys, endpointIds, channels } = item;
  const keys = Object.entries(apiKeys?.M ?? {}).filter(([id]) => !isGone(id));
  const endpoints = (endpointIds?.SS ?? []).filter((id) => !isGone(id));
  const kept = (channels?.L ?? []).filter(({ M }) => !isGone(M?.id?.S ?? ""));
  return {
    set: {
      ...(apiKeys && { apiKeys: { M: Object.fromEntries(keys) } }),
      ...(endpoints.length > 0 && { endpointIds: { SS: endpoints } }),
      ...(channels && { channels: { L: kept } }),
    },
    // DynamoDB has no empty sets.
    remove: endpoints.length === 0 ? ["endpointIds"] : [],
  };
}

/**
 * A lost endpoint comes back without a failure, which may have ended since, and without what people were
 * told of: its next attempts show how it is.
 */
export function withoutFailure({ pausedAt }: StoredItem, nowMs: number): ItemChanges {
  return {
    set: { watched: { M: { untilMs: { N: String(nowMs) } } } },
    remove: [
      ...["failingSinceMs", "lastError", "lastErrorAtMs"],
      // Of a pause that lasts a day, people hear all the same.
      ...(pausedAt === undefined ? ["watchAt"] : []),
    ],
  };
}
