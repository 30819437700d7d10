import type { CounterView } from "../../../api/private/counters.ts";
import type { CounterSearch, CounterState } from "./counter-search.ts";

/** The counters that fit, in order; `counters` come sorted by name. */
export function arrangeCounters(counters: CounterView[], search: CounterSearch): CounterView[] {
  const wanted = folded(search.q ?? "");
  const found = counters.filter(
    (counter) =>
      hasState(counter, search.state) &&
      isInGroup(counter, search.group) &&
      (wanted === "" || foldedName(counter).includes(wanted)),
  );
  const sorted = sort(found, search.sort);
  return search.desc ? [...sorted].reverse() : sorted;
}

/** Why a list is empty although the organization has counters. */
export function whyEmpty(
  counters: CounterView[],
  { q, group, state }: CounterSearch,
): "all_archived" | "none_match" {
  const filtered = q !== undefined || group !== undefined || state !== undefined;
  const archived = counters.every(({ archivedAt }) => archivedAt !== null);
  return archived && !filtered ? "all_archived" : "none_match";
}

function sort(counters: CounterView[], by: CounterSearch["sort"]): CounterView[] {
  switch (by) {
    case "count":
      return [...counters].sort((a, b) => a.count - b.count);
    case "changed":
      return [...counters].sort((a, b) => compare(a.updatedAt, b.updatedAt));
    default:
      return counters;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function hasState({ archivedAt, locked }: CounterView, state: CounterState | undefined): boolean {
  switch (state) {
    case "archived":
      return archivedAt !== null;
    case "locked":
      return archivedAt === null && locked;
    case "active":
      return archivedAt === null && !locked;
    default:
      return archivedAt === null;
  }
}

function isInGroup({ groupId }: CounterView, group: string | undefined): boolean {
  if (group === undefined) return true;
  return group === "none" ? groupId === null : groupId === group;
}

const foldedNames = new WeakMap<{ name: string }, string>();

/** The folded name of a thing, once for all letters that are typed: there can be 10,000. */
export function foldedName(named: { name: string }): string {
  const known = foldedNames.get(named);
  if (known !== undefined) return known;
  const name = folded(named.name);
  foldedNames.set(named, name);
  return name;
}

const ascii = /^[\x20-\x7e]*$/;

/** Without case and marks: "cafe" finds "Café". */
export function folded(text: string): string {
  const plain = ascii.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "");
  return plain.toLowerCase();
}
