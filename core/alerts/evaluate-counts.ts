import { allInOrder } from "../all-in-order.ts";
import { type Calendar, defaultCalendar } from "../calendar.ts";
import type { Clock } from "../clock.ts";
import { conflict, retryConflicts } from "../conflict.ts";
import type { WatchedCount } from "../counters/count-event.ts";
import type { FailedItem } from "../failed-records.ts";
import type { GroupKey, GroupMember, StoredGroup } from "../groups/group.ts";
import { planIncludesAlerts } from "../organizations/plan.ts";
import type { AlertEntitlement, AlertTarget, StoredAlert } from "./alert.ts";
import {
  type EvaluationState,
  type EvaluationWrite,
  isEmpty,
  planEvaluation,
} from "./evaluation-plan.ts";
import type { TargetReference } from "./watched-target.ts";

/** What evaluation reads and writes; every read is strongly consistent. */
export interface EvaluationStore {
  /** The most items of one transaction. */
  maximumWrites: number;
  entitlement(organizationId: string): Promise<(AlertEntitlement & Partial<Calendar>) | undefined>;
  alerts(target: AlertTarget): Promise<StoredAlert[]>;
  group(key: GroupKey): Promise<StoredGroup | undefined>;
  /** Those of these counters that are members of the group. */
  members(key: GroupKey, counterIds: string[]): Promise<GroupMember[]>;
  /**
   * Writes everything or nothing, on condition that the group and the alerts still have the
   * revision that was read.
   */
  write(write: EvaluationWrite): Promise<"written" | "conflict">;
}

export interface EvaluationPorts {
  store: EvaluationStore;
  clock: Pick<Clock, "backOff">;
}

/**
 * Evaluates counts: keeps the totals of groups, sets the states of alerts and stores what fires.
 * Evaluating a count twice changes nothing twice. Counts of one counter must come in their order.
 */
export async function evaluateCounts(
  ports: EvaluationPorts,
  counts: WatchedCount[],
): Promise<FailedItem<WatchedCount>[]> {
  const failed = await allInOrder(
    targetsOf(counts).map(async ({ target, watched }) => {
      try {
        await evaluateTarget(ports, target, watched);
        return [];
      } catch (cause) {
        return watched.map((item) => ({ item, cause }));
      }
    }),
  );
  return failed.flat();
}

/** A count can concern two targets: its counter's own alerts, and its group. */
function targetsOf(counts: WatchedCount[]): { target: TargetReference; watched: WatchedCount[] }[] {
  const targets = new Map<string, { target: TargetReference; watched: WatchedCount[] }>();
  const add = (target: TargetReference, count: WatchedCount) => {
    const key = `${target.organizationId}/${target.targetId}`;
    const watched = targets.get(key)?.watched ?? [];
    targets.set(key, { target, watched: [...watched, count] });
  };
  for (const count of counts) {
    const { organizationId, counterId, groupId, hasAlerts } = count;
    if (hasAlerts) add({ scope: "counter", organizationId, targetId: counterId }, count);
    if (groupId !== undefined) add({ scope: "group", organizationId, targetId: groupId }, count);
  }
  return [...targets.values()];
}

/** Every conflict means that another change was written, so this many in a row are rare. */
const attempts = 100;

async function evaluateTarget(
  { store, clock }: EvaluationPorts,
  target: TargetReference,
  counts: WatchedCount[],
): Promise<void> {
  const contention = { attempts, what: `${target.scope} ${target.targetId}` };
  for (let rest = counts; rest.length > 0; ) {
    const planned = await retryConflicts<number>(clock, contention, async () => {
      const state = await readState(store, target, rest);
      if (state === undefined) return rest.length;
      const plan = planEvaluation(state, rest, store.maximumWrites);
      if (isEmpty(plan.write)) return plan.planned;
      const written = await store.write(plan.write);
      return written === "written" ? plan.planned : conflict;
    });
    rest = rest.slice(planned);
  }
}

/** Undefined for a group that does not exist. */
async function readState(
  store: EvaluationStore,
  { scope, organizationId, targetId }: TargetReference,
  counts: WatchedCount[],
): Promise<EvaluationState | undefined> {
  // Before everything else: its revision then covers the members and alerts read after it.
  const key = { organizationId, groupId: targetId };
  const record = scope === "group" ? await store.group(key) : undefined;
  if (scope === "group" && record === undefined) return undefined;
  const [entitlement, alerts, members] = await allInOrder([
    store.entitlement(organizationId),
    record?.alertCount === 0 ? [] : store.alerts({ organizationId, targetId }),
    record ? store.members(key, [...new Set(counts.map((count) => count.counterId))]) : [],
  ]);
  const evaluated = entitlement !== undefined && planIncludesAlerts(entitlement.plan);
  return {
    alerts: evaluated ? alerts : [],
    epoch: entitlement?.alertEpoch ?? 0,
    calendar: { ...defaultCalendar, ...entitlement },
    ...(record && { group: { record, members } }),
  };
}
