import type { StoredAlert } from "../../../core/alerts/alert.ts";
import type { EvaluationWrite } from "../../../core/alerts/evaluation-plan.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import type { Commit, Invocation } from "./commit-log.ts";
import { PlanHistory } from "./plan-history.ts";
import { type Entitlement, isReached, type ReferenceAlert } from "./reference-alert.ts";
import {
  type Change,
  explains,
  levelsOf,
  outcomeOf,
  type PredictedFiring,
  stateOf,
} from "./reference-outcome.ts";

interface ReferenceGroup {
  total: number;
  capacity: number | null;
  members: Map<string, { count: number; lastEventId: number }>;
}

interface ReferenceCounter {
  counts: WatchedCount[];
  goalTarget: number | null;
  /** By count: where the log first says that it was handled. */
  handledAt: Map<number, number>;
}

/**
 * Replays the log one commit at a time. Counts of a counter apply in their order, those of a group
 * in the order in which evaluation committed them, each once. What the model leaves open: which of
 * the plans in force during an evaluation it read, and whether counts from before a pause or a
 * deletion were evaluated.
 */
export class ReferenceModel {
  readonly firings: PredictedFiring[] = [];
  /** What the model cannot explain, in words. */
  readonly broken: string[] = [];
  readonly #groups = new Map<string, ReferenceGroup>();
  readonly #counters = new Map<string, ReferenceCounter>();
  readonly #alerts = new Map<string, ReferenceAlert>();
  readonly #plans = new PlanHistory();
  /** Names of the counts that set a number. */
  readonly #sets = new Set<string>();
  /** By group: where the log last changed it. */
  readonly #changedAt = new Map<string, number>();
  /** The length of the log with the commit that is replayed. */
  #now = 0;

  replay(log: readonly Commit[]): void {
    for (const commit of log) {
      if (this.broken.length > 0) return;
      this.#now += 1;
      this.#apply(commit);
    }
  }

  #apply(commit: Commit): void {
    switch (commit.kind) {
      case "counted":
        this.#counter(commit.count.counterId).counts.push(commit.count);
        if (commit.metadata && "adjustment" in commit.metadata)
          this.#sets.add(nameOf(commit.count));
        break;
      case "goal changed":
        this.#counter(commit.counterId).goalTarget = commit.goalTarget;
        break;
      case "capacity changed":
        this.#group(commit.groupId).capacity = commit.capacity;
        break;
      case "joined": {
        const { count = 0, lastEventId = 0 } = this.#counter(commit.counterId).counts.at(-1) ?? {};
        const group = this.#group(commit.groupId);
        group.total += count;
        group.members.set(commit.counterId, { count, lastEventId });
        break;
      }
      case "left": {
        const group = this.#group(commit.groupId);
        group.total -= group.members.get(commit.counterId)?.count ?? 0;
        group.members.delete(commit.counterId);
        break;
      }
      case "alert set":
        this.#set(commit.alert);
        break;
      case "alert paused": {
        const alert = this.#alerts.get(commit.alertId);
        if (alert) alert.paused = true;
        if (alert?.scope === "group") this.#group(alert.targetId);
        break;
      }
      case "alert deleted": {
        const alert = this.#alerts.get(commit.alertId);
        if (alert?.scope === "group") this.#group(alert.targetId);
        this.#alerts.delete(commit.alertId);
        break;
      }
      case "plan changed":
        this.#plans.change(commit, this.#now);
        break;
      case "evaluated":
        if (commit.write.group) this.#evaluateGroup(commit.write.group.before.id, commit);
        else this.#evaluateCounter(commit);
        break;
      case "handled":
        for (const count of commit.counts) this.#handle(count, commit.invocation);
    }
  }

  /** Replaces the rule; the state is that of the present level. */
  #set(stored: StoredAlert): void {
    const { id, scope, targetId, kind, percent, at, capacity, rearmBelow, paused, epoch } = stored;
    const rule = { id, scope, targetId, kind, percent, at, capacity, rearmBelow, paused, epoch };
    const counter = scope === "counter" ? this.#counter(targetId) : undefined;
    const newest = counter?.counts.at(-1);
    const group = counter ? undefined : this.#group(targetId);
    const alert = { ...rule, fired: false, changes: 0, position: newest?.lastEventId ?? 0 };
    const level = group?.total ?? newest?.count ?? 0;
    const inherited = (group ?? { capacity: counter?.goalTarget ?? null }).capacity;
    alert.fired = isReached(alert, level, inherited) ?? false;
    this.#alerts.set(id, alert);
    if (stored.state !== stateOf(alert)) this.#complain(`${id} was set to ${stored.state}`);
  }

  #evaluateGroup(groupId: string, { invocation, write }: Evaluated): void {
    const from = Math.max(invocation.beganAt, this.#changedAt.get(groupId) ?? 0);
    const group = this.#group(groupId);
    const newest = new Map(write.members.map((member) => [member.counterId, member.lastEventId]));
    const changes = invocation.batch.flatMap((count) => {
      const member = group.members.get(count.counterId);
      const { lastEventId } = count;
      const isNew = member !== undefined && lastEventId > member.lastEventId;
      if (count.groupId !== groupId || !isNew) return [];
      if (lastEventId > (newest.get(count.counterId) ?? 0)) return [];
      const previousLevel = group.total;
      group.total += count.count - member.count;
      group.members.set(count.counterId, { count: count.count, lastEventId });
      const { total: level, capacity } = group;
      return [{ count, previousLevel, level, capacity, isSet: this.#sets.has(nameOf(count)) }];
    });
    this.#applyChanges(groupId, changes, { from, write });
  }

  #evaluateCounter({ invocation, write }: Evaluated): void {
    const alert = write.alerts[0]?.after;
    if (alert === undefined) {
      this.#complain("a write without group and alerts");
      return;
    }
    const counter = this.#counter(alert.targetId);
    const last = Math.max(...write.alerts.map(({ after }) => after.position));
    const changes = counter.counts.flatMap((count) => {
      const handledAt = counter.handledAt.get(count.lastEventId) ?? Number.POSITIVE_INFINITY;
      // A count that was handled before comes as a repetition, which changes nothing.
      if (count.lastEventId > last || handledAt <= invocation.beganAt) return [];
      return [{ count, ...levelsOf(count), isSet: this.#sets.has(nameOf(count)) }];
    });
    this.#applyChanges(alert.targetId, changes, { from: invocation.beganAt, write });
  }

  /** Evaluation read the plan at some time since `from`: one such plan must explain the write. */
  #applyChanges(
    targetId: string,
    changes: Change[],
    { from, write }: { from: number; write: EvaluationWrite },
  ): void {
    const before = [...this.#alerts.values()].filter((alert) => alert.targetId === targetId);
    const written = write.alerts.map(({ after }) => after);
    const outcomes = this.#plans.since(from).map((plan) => outcomeOf(before, changes, plan));
    const fits = outcomes.find((outcome) => explains(outcome, before, written));
    if (!fits) {
      const states = outcomes[0]?.alerts.map((alert) => `${alert.id} ${stateOf(alert)}`);
      const became = written.map(({ id, state }) => `${id} ${state}`);
      const by = changes.map(({ count }) => nameOf(count)).join(", ");
      this.#complain(`${targetId}: ${by} wrote ${list(became)}, expected ${list(states)}`);
    }
    for (const alert of fits?.alerts ?? []) this.#alerts.set(alert.id, alert);
    this.firings.push(...(fits?.firings ?? []));
  }

  /** What was handled leaves nothing to do, unless the plan kept it from being evaluated. */
  #handle(count: WatchedCount, { beganAt }: Invocation): void {
    const { counterId, lastEventId, groupId } = count;
    const counter = this.#counter(counterId);
    const member = groupId && this.#groups.get(groupId)?.members.get(counterId);
    if (member && member.lastEventId < lastEventId) this.#complain(`${nameOf(count)} was dropped`);
    if (!counter.handledAt.has(lastEventId)) {
      this.#mustBeSettled(count, this.#plans.since(beganAt));
      counter.handledAt.set(lastEventId, this.#now);
    }
  }

  #mustBeSettled(count: WatchedCount, plans: Entitlement[]): void {
    const [plan, ...others] = plans;
    if (plan === undefined || others.length > 0) return;
    for (const alert of this.#alerts.values()) {
      if (alert.targetId !== count.counterId) continue;
      const change = { count, ...levelsOf(count), isSet: this.#sets.has(nameOf(count)) };
      const [after] = outcomeOf([alert], [change], plan).alerts;
      if (after?.changes !== alert.changes)
        this.#complain(`${nameOf(count)} left ${alert.id} as it was`);
    }
  }

  /** At rest: counts that never came are found here. */
  finish(): void {
    for (const [counterId, { counts, handledAt }] of this.#counters) {
      const waiting = counts.filter(({ lastEventId }) => !handledAt.has(lastEventId));
      for (const count of waiting) this.#mustBeSettled(count, this.#plans.since(this.#now));
      for (const { members } of this.#groups.values()) {
        const applied = members.get(counterId)?.lastEventId ?? Number.POSITIVE_INFINITY;
        const rest = waiting.find(({ lastEventId }) => lastEventId > applied);
        if (rest) this.#complain(`${nameOf(rest)} never reached its group`);
      }
    }
  }

  #complain(what: string): void {
    this.broken.push(`commit ${this.#now}: ${what}`);
  }

  #counter(counterId: string): ReferenceCounter {
    const fresh = { counts: [], goalTarget: null, handledAt: new Map() };
    const counter = this.#counters.get(counterId) ?? fresh;
    this.#counters.set(counterId, counter);
    return counter;
  }

  /** For a change of the group. */
  #group(groupId: string): ReferenceGroup {
    const group = this.#groups.get(groupId) ?? { total: 0, capacity: null, members: new Map() };
    this.#groups.set(groupId, group);
    this.#changedAt.set(groupId, this.#now);
    return group;
  }
}

type Evaluated = Extract<Commit, { kind: "evaluated" }>;

function nameOf({ counterId, lastEventId }: WatchedCount): string {
  return `${counterId}:${lastEventId}`;
}

function list(what: string[] = []): string {
  return what.join(", ") || "nothing";
}
