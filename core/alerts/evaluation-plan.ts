import { type Calendar, dayOf, defaultCalendar } from "../calendar.ts";
import type { WatchedCount } from "../counters/count-event.ts";
import {
  addCount,
  type CountMark,
  KeptSums,
  laterOf,
  marksOfCount,
} from "../counters/count-mark.ts";
import { peakSince, raisedPeak } from "../counters/peak.ts";
import { type GroupMember, levelOf, type StoredGroup } from "../groups/group.ts";
import type { StoredAlert } from "./alert.ts";
import { evaluate, type LevelChange } from "./evaluation.ts";
import type { Firing } from "./firing.ts";

/** What counts are evaluated against, as it was read. */
export interface EvaluationState {
  /** Those that may fire: none on a plan without alerts. */
  alerts: StoredAlert[];
  epoch: number;
  /** The organization's; UTC where it has none. */
  calendar?: Calendar | undefined;
  /** Absent when the counts are evaluated for a counter's own alerts. */
  group?: { record: StoredGroup; members: GroupMember[] };
}

/** The changes of one transaction. */
export interface EvaluationWrite {
  /** The group as it was read, and its new total and sums. */
  group?: { before: StoredGroup; total: bigint; sums: KeptSums; marks: CountMark[] };
  members: GroupMember[];
  alerts: { before: StoredAlert; after: StoredAlert }[];
  firings: Firing[];
}

export interface EvaluationPlan {
  write: EvaluationWrite;
  /** How many counts, from the first on, the write contains. */
  planned: number;
}

/**
 * Applies counts in their order, as many as one transaction of `maximumWrites` items takes. Counts
 * that are not new, or whose counter is no member, change nothing.
 */
export function planEvaluation(
  state: EvaluationState,
  counts: WatchedCount[],
  maximumWrites: number,
): EvaluationPlan {
  let draft: Draft = {
    total: state.group?.record.total ?? 0n,
    sums: KeptSums.parse(state.group?.record ?? {}),
    marks: new Map(),
    members: new Map(),
    alerts: new Map(),
    firings: [],
  };
  for (const [index, count] of counts.entries()) {
    const next = state.group
      ? applyToGroup(draft, state, count)
      : applyToCounter(draft, state, count);
    if (index > 0 && writesOf(next) > maximumWrites)
      return { write: writeOf(state, draft), planned: index };
    draft = next;
  }
  return { write: writeOf(state, draft), planned: counts.length };
}

export function isEmpty({ members, alerts, firings }: EvaluationWrite): boolean {
  return members.length + alerts.length + firings.length === 0;
}

interface Draft {
  total: bigint;
  sums: KeptSums;
  /** By resolution and start. */
  marks: Map<string, CountMark>;
  /** Those that changed. */
  members: Map<string, GroupMember>;
  alerts: Map<string, StoredAlert>;
  firings: Firing[];
}

function applyToCounter(
  draft: Draft,
  { epoch, ...state }: EvaluationState,
  count: WatchedCount,
): Draft {
  const alerts = current(draft, state.alerts).filter(
    (alert) => alert.position < count.lastEventId && !isFromBeforeReturn(count, { alert, epoch }),
  );
  return applyToAlerts(draft, alerts, count, {
    previousLevel: count.previousCount,
    level: count.count,
    capacity: count.goalTarget,
    group: null,
    epoch,
  });
}

/**
 * True for a count from before the alert's organization returned to Enterprise. A counter's alert
 * from an older epoch does not record which counts were evaluated, so a repeated count would set its
 * state from an old level, or fire it. Groups are safe: each member stores its newest evaluated count.
 */
function isFromBeforeReturn(
  { createdAt }: WatchedCount,
  { alert, epoch }: { alert: StoredAlert; epoch: number },
): boolean {
  return alert.epoch !== epoch && Date.parse(createdAt) <= epoch;
}

function applyToGroup(
  draft: Draft,
  { epoch, calendar = defaultCalendar, ...state }: EvaluationState,
  count: WatchedCount,
): Draft {
  const { counterId, lastEventId } = count;
  const member =
    draft.members.get(counterId) ??
    state.group?.members.find((stored) => stored.counterId === counterId);
  if (!state.group || !member || lastEventId <= member.lastEventId) return draft;
  const { id, name, capacity, revision, createdAt } = state.group.record;
  // The member's count is replaced: a count that was never evaluated is made up for by the next.
  const delta = BigInt(count.count) - BigInt(member.count);
  const total = draft.total + delta;
  // Counters are on several shards: a count that comes after a newer one belongs to the same interval.
  const at = laterOf(count.createdAt, draft.sums.lastCountAt ?? createdAt);
  const marks = new Map(draft.marks);
  const before = { ...draft.sums, level: draft.total };
  for (const mark of marksOfCount(before, { at, position: revision + 1 }, calendar)) {
    marks.set(`${mark.resolution} ${mark.at}`, mark);
  }
  const { cause, late = false } = count;
  // What was never evaluated before is taken for taps.
  const own = cause === "tap" ? delta : BigInt(count.delta);
  const missed = addCount(draft.sums, { delta: delta - own, cause: "tap", late: false, at });
  const today = peakSince(draft.sums, dayOf(calendar, Date.parse(at)).startMs);
  const sums = {
    ...addCount(missed, { delta: own, cause, late, at }),
    ...raisedPeak(today, { level: total, at, cause }),
  };
  const members = new Map(draft.members);
  members.set(counterId, { counterId, lastEventId, count: count.count });
  return applyToAlerts(
    { ...draft, total, sums, marks, members },
    current(draft, state.alerts),
    count,
    {
      previousLevel: levelOf(draft.total),
      level: levelOf(total),
      capacity,
      group: { id, name },
      epoch,
    },
  );
}

function applyToAlerts(
  draft: Draft,
  alerts: StoredAlert[],
  count: WatchedCount,
  change: LevelChange,
): Draft {
  const changed = new Map(draft.alerts);
  const firings = [...draft.firings];
  for (const before of alerts) {
    const { alert, firing } = evaluate(before, count, change);
    if (alert !== before) changed.set(alert.id, alert);
    if (firing !== undefined) firings.push(firing);
  }
  return { ...draft, alerts: changed, firings };
}

function current({ alerts }: Draft, stored: StoredAlert[]): StoredAlert[] {
  return stored.map((alert) => alerts.get(alert.id) ?? alert);
}

/** The group's own item is written with any of its members. */
function writesOf({ marks, members, alerts, firings }: Draft): number {
  const own = members.size > 0 ? 1 : 0;
  return own + marks.size + members.size + alerts.size + firings.length;
}

function writeOf({ alerts, group }: EvaluationState, draft: Draft): EvaluationWrite {
  return {
    ...(group && {
      group: {
        before: group.record,
        total: draft.total,
        sums: draft.sums,
        marks: [...draft.marks.values()],
      },
    }),
    members: [...draft.members.values()],
    alerts: alerts.flatMap((before) => {
      const after = draft.alerts.get(before.id);
      return after === undefined ? [] : [{ before, after }];
    }),
    firings: draft.firings,
  };
}
