import * as z from "zod";
import type { AlertTarget, StoredAlert } from "../alerts/alert.ts";
import { capacityInForce, thresholdOf } from "../alerts/threshold.ts";
import { allInOrder } from "../all-in-order.ts";
import type { Clock } from "../clock.ts";
import type { StoredCounter } from "../counters/counter.ts";
import { almostFullPercent } from "../embeds/format-count.ts";
import type { GroupKey, GroupMember, StoredGroup } from "../groups/group.ts";
import { groupKeyOf } from "../groups/membership.ts";
import { keepNewest } from "../keep-newest.ts";
import { type Plan, planIncludesAlerts } from "../organizations/plan.ts";

/** Where it is full for people who count: the level of what, and how much. */
export const Limit = z.object({
  scope: z.enum(["counter", "group"]),
  capacity: z.int(),
  /** Almost full from this level on; the capacity itself where nothing is below it. */
  almostAt: z.int(),
});
export type Limit = z.infer<typeof Limit>;

/** What a counter's fullness depends on, as it was read. */
export interface Surroundings {
  /** The counter's own, if it exists. */
  group?: StoredGroup | undefined;
  /** What the group's total contains of the counters that are shown together. */
  members: GroupMember[];
  limit?: Limit | undefined;
}

export interface SurroundingsPorts {
  readGroup(key: GroupKey): Promise<StoredGroup | undefined>;
  readMember(key: GroupKey, counterId: string): Promise<GroupMember | undefined>;
  /** May be some seconds old. */
  alertsOn(target: AlertTarget & { alertCount: number }): Promise<StoredAlert[]>;
}

/**
 * The group of a counter and where it is full; a group that was deleted a moment ago is none.
 * `together` are the ids of the counters on one screen, this one among them.
 */
export async function surroundingsOf(
  ports: SurroundingsPorts,
  counter: StoredCounter,
  together: readonly string[],
): Promise<Surroundings> {
  const { organizationId, id, goalTarget, alertCount } = counter;
  const { alertsOn } = ports;
  const key = groupKeyOf(counter);
  const [{ group, members }, ownAlerts] = await allInOrder([
    key === undefined ? { group: undefined, members: [] } : groupAtOnce(ports, key, together),
    alertsOn({ organizationId, targetId: id, alertCount }),
  ]);
  const own = limitBy("counter", { capacity: goalTarget, alerts: ownAlerts });
  if (group === undefined) return { members, limit: own };
  const target = { organizationId, targetId: group.id, alertCount: group.alertCount };
  const { capacity } = group;
  const ofGroup = limitBy("group", { capacity, alerts: await alertsOn(target) });
  return { group, members, limit: ofGroup ?? own };
}

/** How often the members are read when each time a count is evaluated meanwhile. */
const maximumReads = 3;

/**
 * A group and its members of one moment. Devices that are cut off keep what they were told: a total
 * without what its member has would be wrong for as long. Every change of a member raises the revision.
 */
async function groupAtOnce(
  { readGroup, readMember }: SurroundingsPorts,
  key: GroupKey,
  together: readonly string[],
) {
  let before = await readGroup(key);
  for (let reads = 1; ; reads++) {
    const read = await allInOrder(together.map((each) => readMember(key, each)));
    const group = await readGroup(key);
    if (group?.revision === before?.revision || reads === maximumReads) {
      return { group, members: read.filter((member) => member !== undefined) };
    }
    before = group;
  }
}

/** A group is full at its capacity; a counter's goal is a capacity only where an alert says so. */
function limitBy(
  scope: Limit["scope"],
  { capacity: targetCapacity, alerts }: { capacity: number | null; alerts: StoredAlert[] },
): Limit | undefined {
  const thresholds = (kind: StoredAlert["kind"]) =>
    alerts
      .filter((alert) => alert.kind === kind && !alert.paused)
      .flatMap((alert) => thresholdOf(alert, capacityInForce(alert, targetCapacity)) ?? []);
  const own = scope === "group" && targetCapacity !== null ? [targetCapacity] : [];
  const full = own.length > 0 ? own : thresholds("at_capacity");
  if (full.length === 0) return undefined;
  const capacity = Math.min(...full);
  const almost = thresholds("percent").filter((level) => level < capacity);
  // Below zero there is no share.
  const usual =
    thresholdOf({ kind: "percent", percent: almostFullPercent, at: null }, capacity) ?? capacity;
  return { scope, capacity, almostAt: Math.min(...(almost.length > 0 ? almost : [usual])) };
}

/** How long an instance keeps alerts: devices ask each second, and alerts are seldom changed. */
const alertsKeptMs = 30_000;

/** The most counters and groups whose alerts an instance keeps. */
const maximumTargets = 1_000;

export interface AlertsPorts {
  alertsOn(target: AlertTarget): Promise<StoredAlert[]>;
  planOf(organizationId: string): Promise<Plan | undefined>;
  clock: Pick<Clock, "now">;
}

/**
 * Alerts of targets that have any, read about twice a minute; none of an organization whose plan has no
 * alerts. A new or deleted one is seen at once.
 */
export function keptAlerts(ports: AlertsPorts): SurroundingsPorts["alertsOn"] {
  const kept = new Map<string, { untilMs: number; count: number; alerts: StoredAlert[] }>();

  return async ({ organizationId, targetId, alertCount: count }) => {
    if (count === 0) return [];
    const key = `${organizationId}/${targetId}`;
    const known = kept.get(key);
    const nowMs = ports.clock.now();
    if (known?.count === count && nowMs < known.untilMs) return known.alerts;
    const [plan = "free", all] = await allInOrder([
      ports.planOf(organizationId),
      ports.alertsOn({ organizationId, targetId }),
    ]);
    const alerts = planIncludesAlerts(plan) ? all : [];
    keepNewest(kept, [key, { untilMs: nowMs + alertsKeptMs, count, alerts }], maximumTargets);
    return alerts;
  };
}
