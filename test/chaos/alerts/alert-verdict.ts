import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { Firing } from "../../../core/alerts/firing.ts";
import type { CountCause, StoredCount } from "../../../core/counters/count-event.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
import type { WatchedAlert } from "./watched-customer.ts";

export type JudgedCount = StoredCount & { cause: CountCause };

/** Everything stored of one organization once all its counts are evaluated. */
export interface AlertFacts {
  alerts: WatchedAlert[];
  counts: JudgedCount[];
  stored: {
    counters: StoredCounter[];
    groups: StoredGroup[];
    alerts: StoredAlert[];
    firings: Firing[];
  };
}

/** What is wrong with totals, firings and states, in plain words; nothing if all is well. */
export function judgeAlerts(facts: AlertFacts): string[] {
  return [
    ...facts.stored.groups.flatMap((group) => judgeTotal(group, facts.stored.counters)),
    ...facts.alerts.flatMap((alert) => judgeAlert(alert, facts)),
    ...judgeStrays(facts),
  ];
}

function judgeTotal({ id, total, memberCount }: StoredGroup, counters: StoredCounter[]): string[] {
  const members = counters.filter(({ groupId }) => groupId === id);
  const sum = members.reduce((level, { count }) => level + count, 0);
  return [
    ...(total === BigInt(sum) ? [] : [`group ${id} has the total ${total} instead of ${sum}`]),
    ...(memberCount === members.length ? [] : [`group ${id} has ${memberCount} members`]),
  ];
}

function judgeAlert(alert: WatchedAlert, facts: AlertFacts): string[] {
  const firings = facts.stored.firings.filter(({ alertId }) => alertId === alert.id);
  const state = facts.stored.alerts.find(({ id }) => id === alert.id)?.state;
  const wrong =
    alert.scope === "counter"
      ? judgeCounterAlert(alert, { facts, firings, state })
      : judgeGroupAlert(alert, { facts, firings, state });
  const once = new Set(firings.map(countOf)).size === firings.length;
  const common = [
    ...firings.flatMap((firing) => judgeFiring(alert, firing, facts.counts)),
    ...(once ? [] : ["fired more than once by the same count"]),
  ];
  return [...wrong, ...common].map((text) => `${alert.scope}'s alert ${alert.id} ${text}`);
}

interface Judged {
  facts: AlertFacts;
  firings: Firing[];
  state: StoredAlert["state"] | undefined;
}

/** A counter's counts have one order, so a sequential reference predicts each firing. */
function judgeCounterAlert(alert: WatchedAlert, { facts, firings, state }: Judged): string[] {
  const counts = facts.counts
    .filter(({ counterId }) => counterId === alert.targetId)
    .sort((a, b) => a.lastEventId - b.lastEventId);
  const predicted: string[] = [];
  let armed = 0 < alert.threshold;
  for (const { lastEventId, previousCount, count, cause } of counts) {
    if (armed && count >= alert.threshold) {
      // A number that was set fires nothing: the next tap decides.
      if (cause === "adjustment") continue;
      predicted.push(`${lastEventId} (${previousCount} to ${count})`);
      armed = false;
    } else if (!armed && count < alert.rearmBelow) {
      armed = true;
    }
  }
  const fired = firings.map(
    ({ lastEventId, previousLevel, level }) => `${lastEventId} (${previousLevel} to ${level})`,
  );
  const missing = predicted.filter((one) => !fired.includes(one));
  const unexpected = fired.filter((one) => !predicted.includes(one));
  return [
    ...(missing.length > 0 ? [`did not fire by ${missing.join(", ")}`] : []),
    ...(unexpected.length > 0 ? [`fired by ${unexpected.join(", ")}`] : []),
    ...(state === (armed ? "armed" : "fired") ? [] : [`is ${state} at the end`]),
  ];
}

/**
 * The order in which counts of several counters were applied is not stored. But every firing must be
 * a step to the threshold or above it, by as much as its count counted: a count that was applied twice
 * or skipped would show. It is a step across the threshold unless a number was set, which crosses it
 * without a firing. And the state at the end must be one that the total allows.
 */
function judgeGroupAlert(
  { targetId, threshold, rearmBelow }: WatchedAlert,
  { facts, firings, state }: Judged,
): string[] {
  const { counters, groups } = facts.stored;
  const members = counters.flatMap(({ id, groupId }) => (groupId === targetId ? [id] : []));
  const own = facts.counts.filter(({ counterId }) => members.includes(counterId));
  const isSet = own.some(({ cause }) => cause === "adjustment");
  const total = groups.find(({ id }) => id === targetId)?.total ?? 0n;
  const steps = firings.flatMap((firing) => {
    const { counterId, previousLevel, level } = firing;
    const count = own.find((each) => countOf(each) === countOf(firing));
    const { delta, cause } = count ?? {};
    const crosses = (isSet || previousLevel < threshold) && level >= threshold;
    return [
      ...(crosses && cause !== "adjustment" && level - previousLevel === delta
        ? []
        : [`fired by ${countOf(firing)} of ${delta} from ${previousLevel} to ${level}`]),
      ...(members.includes(counterId) ? [] : [`fired by ${counterId}, which is no member`]),
    ];
  });
  const reached = isSet ? ["armed", "fired"] : ["fired"];
  const possible =
    total >= threshold ? reached : total < rearmBelow ? ["armed"] : ["armed", "fired"];
  const allowed = state !== undefined && possible.includes(state);
  return [...steps, ...(allowed ? [] : [`is ${state} at the total ${total}`])];
}

/** What holds for either scope. */
function judgeFiring(alert: WatchedAlert, firing: Firing, counts: StoredCount[]): string[] {
  const count = counts.find((one) => countOf(one) === countOf(firing));
  if (count === undefined) return [`fired by ${countOf(firing)}, which was never counted`];
  const group = alert.scope === "group" ? alert.targetId : null;
  const right =
    firing.threshold === alert.threshold &&
    firing.scope === alert.scope &&
    firing.groupId === group &&
    firing.createdAt === count.createdAt &&
    firing.counterName === count.counterName;
  return right ? [] : [`stored a wrong firing by ${countOf(firing)}: ${JSON.stringify(firing)}`];
}

function judgeStrays({ alerts, stored }: AlertFacts): string[] {
  const known = new Set(alerts.map(({ id }) => id));
  const strays = stored.firings.filter(({ alertId }) => !known.has(alertId));
  return strays.map((firing) => `${firing.alertId} fired by ${countOf(firing)} and is unknown`);
}

function countOf({ counterId, lastEventId }: Pick<StoredCount, "counterId" | "lastEventId">) {
  return `${counterId}:${lastEventId}`;
}
