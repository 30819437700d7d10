import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { levelOf, type StoredGroup } from "../../../core/groups/group.ts";
import { plural } from "../terminal/output.ts";

/** A group as list and the verbs that change it print it. */
export function groupSummary(group: StoredGroup) {
  const { id, name, capacity, total, memberCount, alertCount, createdAt } = group;
  const counts = { total: levelOf(total), counterCount: memberCount, alertCount };
  return { id, name, capacity, ...counts, createdAt };
}

/** A group as `group show --json` prints it. */
export function groupWithCounters(
  { id, name, capacity, total }: StoredGroup,
  its: StoredCounter[],
) {
  const counters = its.map((counter) => ({
    id: counter.id,
    name: counter.name,
    count: counter.count,
  }));
  return { id, name, capacity, total: levelOf(total), counters };
}

/** The first twenty things by id and name, and how many more there are. */
export function named(things: { id: string; name: string }[]): string[] {
  const lines = things.slice(0, maximumNamed).map(({ id, name }) => `${id} "${name}"`);
  const more = things.length - maximumNamed;
  return more > 0 ? [...lines, `and ${more.toLocaleString("en")} more`] : lines;
}

const maximumNamed = 20;

/** Which alerts sleep after a change of a capacity or goal; no sentence if none does. */
export function asleep(alerts: StoredAlert[], remedy: string): string[] {
  if (alerts.length === 0) return [];
  const sleep = alerts.length === 1 ? "sleeps" : "sleep";
  return [
    `${plural(alerts.length, "alert")} ${sleep} until ${remedy}, or the alert gets a capacity of its own:`,
    ...named(alerts).map((line) => `  ${line}`),
  ];
}
