import { planEvaluation } from "../../../core/alerts/evaluation-plan.ts";
import { type Calendar, dayOf } from "../../../core/calendar.ts";
import { type CountEvent, causeOf } from "../../../core/counters/count-event.ts";
import { type CountMark, marksOfCount } from "../../../core/counters/count-mark.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { dailyReset } from "../../../core/counters/days/daily-reset.ts";
import { withMarks } from "../../../core/counters/taps/count-batch.ts";
import { countBy, tap } from "../../../core/counters/taps/tap.ts";
import type { StoredGroup } from "../../../core/groups/group.ts";
import { newMember } from "../../../core/groups/membership.ts";
import type { Step } from "./step.ts";

/** What has been counted: the counter as it is afterwards, and all that was written on the way. */
export interface PastCounts {
  counter: StoredCounter;
  events: CountEvent[];
  marks: CountMark[];
}

/** Counts as the service does, by its own rules, but writes nothing. People tap at the gate. */
export async function countPast(
  created: StoredCounter,
  steps: Step[],
  { calendar, gate }: { calendar: Calendar; gate?: string | undefined },
): Promise<PastCounts> {
  const past: PastCounts = { counter: created, events: [], marks: [] };
  for (const step of steps) {
    const before = past.counter;
    const counted = count(before, step, { calendar, gate });
    if (counted === undefined) continue;
    const { event, counter } = counted;
    const change = { before, after: counter, taps: [{ event }] };
    const written =
      step.does === "start-day"
        ? { after: counter, marks: marksOf(before, event, calendar) }
        : await withMarks({ calendar: async () => calendar }, change);
    past.counter = written.after;
    past.events.push(event);
    past.marks.push(...written.marks);
  }
  return past;
}

function count(
  before: StoredCounter,
  step: Step,
  { calendar, gate }: { calendar: Calendar; gate: string | undefined },
): { counter: StoredCounter; event: CountEvent } | undefined {
  const { atMs: nowMs } = step;
  if (step.does === "tap") {
    const metadata = gate === undefined ? null : { gate, tappedAt: new Date(nowMs).toISOString() };
    const result = tap(before, { direction: step.direction, metadata }, nowMs);
    return result.result === "counted" ? result : undefined;
  }
  if (step.does === "start-day") {
    const day = dayOf(calendar, nowMs);
    const reset = dailyReset(before, { day, levelAtStart: before.count, nowMs });
    return reset.result === "reset" ? reset : undefined;
  }
  const { to, reason } = step;
  const metadata = { adjustment: { to, reason } };
  const set = countBy(before, { delta: to - before.count, metadata, nowMs });
  if (set === undefined || to === before.count) return undefined;
  return { ...set, counter: { ...set.counter, lastAdjustedAt: set.event.createdAt } };
}

function marksOf(
  before: StoredCounter,
  { createdAt: at, lastEventId: position }: CountEvent,
  calendar: Calendar,
) {
  return marksOfCount({ ...before, level: BigInt(before.count) }, { at, position }, calendar);
}

export interface PastGroup {
  group: StoredGroup;
  marks: CountMark[];
}

/** As the stream brings them, several counts are evaluated in one transaction. */
const evaluatedAtOnce = 20;

/** The group of these counters after their counts, evaluated one after the other. */
export function evaluatePast(
  created: StoredGroup,
  counters: PastCounts[],
  calendar: Calendar,
): PastGroup {
  const past: PastGroup = { group: created, marks: [] };
  const members = new Map(
    counters.map(({ counter }) => [
      counter.id,
      { ...newMember(counter), count: 0, lastEventId: 0 },
    ]),
  );
  const counts = counters.flatMap(({ counter, events }) =>
    events.map(({ id: _, metadata, ...event }) => ({
      ...event,
      ...{ organizationId: counter.organizationId, counterName: counter.name },
      ...{ groupId: created.id, hasAlerts: false, goalTarget: null },
      cause: causeOf({ metadata }),
    })),
  );
  const sorted = counts.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  for (let start = 0; start < sorted.length; start += evaluatedAtOnce) {
    const group = { record: past.group, members: [...members.values()] };
    const batch = sorted.slice(start, start + evaluatedAtOnce);
    const state = { alerts: [], epoch: 0, calendar, group };
    const { write } = planEvaluation(state, batch, Number.POSITIVE_INFINITY);
    if (write.group === undefined) continue;
    const { total, sums, marks } = write.group;
    past.group = { ...past.group, total, ...sums, revision: past.group.revision + 1 };
    past.marks.push(...marks);
    for (const member of write.members) members.set(member.counterId, member);
  }
  return past;
}
