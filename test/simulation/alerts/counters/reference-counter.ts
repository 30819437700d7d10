import type { Counted, CounterRules, LeftAsItWas } from "../commit-log.ts";
import { type Day, type Days, dayAt } from "./reference-days.ts";
import type { Request } from "./requests.ts";

/** An event as the model understands it. */
export interface Entry {
  kind: "tap" | "undo" | "set" | "day";
  key: string | undefined;
  lastEventId: number;
  before: number;
  after: number;
  atMs: number;
  /** The tap that an undo takes back. */
  undoes: unknown;
  undone: boolean;
}

export const initialRules: CounterRules = {
  ...{ locked: false, mode: "both" },
  ...{ resetDaily: false, resetTo: 0 },
};

/** How much people counted up and down, and how much was set. */
export const sumNames = ["ups", "downs", "adjusted"] as const;
export type Sums = Record<(typeof sumNames)[number], number>;

export interface Peak {
  count: number;
  atMs: number;
}

/**
 * One counter, one event after the other, by the sentences of the service's documents: which event may
 * come next, and what it does. Nothing here uses the code that it checks.
 */
export class ReferenceCounter {
  count = 0;
  readonly history: Entry[] = [];
  readonly sums: Sums = { ups: 0, downs: 0, adjusted: 0 };
  /** The highest number of the newest event's day that taps and undos have made. */
  peak: Peak | undefined;
  rules = initialRules;
  #rulesSinceMs = Number.NEGATIVE_INFINITY;
  #resetsSinceMs = Number.NEGATIVE_INFINITY;
  /** When somebody set it to the number that it had. */
  #foundRightMs = Number.NEGATIVE_INFINITY;
  /** Keys of taps that must never count. */
  readonly tombstones = new Set<string>();
  /** Keys of forms that found the number right. */
  readonly unchanged = new Set<string>();
  readonly startedDays = new Set<string>();
  /** All numbers that a reset would have set it to. */
  readonly #resetTos = new Set([initialRules.resetTo]);
  readonly #step: number;
  readonly #days: Days;
  readonly #requests: ReadonlyMap<string, Request>;

  constructor(step: number, days: Days, requests: ReadonlyMap<string, Request>) {
    this.#step = step;
    this.#days = days;
    this.#requests = requests;
  }

  /** Returns what is wrong with an event; undefined if it is the one that may come next. */
  add(commit: Counted): string | undefined {
    const { count, key } = commit;
    const { previousCount, delta, lastEventId, eventType } = count;
    const entry = {
      ...{ kind: kindOf(commit), key, lastEventId, before: previousCount, after: count.count },
      ...{ atMs: Date.parse(count.createdAt), undone: false, undoes: commit.metadata?.undoes },
    };
    const { newest } = this;
    if (previousCount !== this.count || lastEventId !== (newest?.lastEventId ?? 0) + 1) {
      return "does not follow the event before it";
    }
    if (entry.atMs < (newest?.atMs ?? 0)) return "is older than the event before it";
    if (count.count !== previousCount + delta || delta === 0) return "has a wrong delta";
    if ((eventType === "increment") !== delta > 0) return "has a wrong type";
    const wrong = this.#isWrong(entry, commit);
    if (wrong === undefined) this.#apply(entry);
    return wrong;
  }

  /** The day of the newest event. */
  get day(): Day | undefined {
    return dayAt(this.#days, this.newest?.atMs ?? 0);
  }

  get newest(): Entry | undefined {
    return this.history.at(-1);
  }

  tapOf(key: string): Entry | undefined {
    return this.history.find((entry) => entry.kind === "tap" && entry.key === key);
  }

  /**
   * Why this form must not be recorded as one that had nothing to change after this event. What is
   * counted or set up while it is recorded comes after it.
   */
  leave({ key, lastEventId, atMs }: LeftAsItWas): string | undefined {
    const { after: found = 0 } =
      this.history.find((entry) => entry.lastEventId === lastEventId) ?? {};
    const request = this.#requests.get(key);
    const to = request?.kind === "form" ? request.to : undefined;
    if (to === null ? !this.#resetTos.has(found) : to !== found) return "found another number";
    if (this.#isFormUsed(key)) return "came a second time";
    this.unchanged.add(key);
    this.#foundRightMs = atMs;
    return undefined;
  }

  /** A counter that is to start its days at a number begins with the next one. */
  changeRules(rules: CounterRules, atMs: number): void {
    if (rules.resetDaily && !this.rules.resetDaily) this.#resetsSinceMs = atMs;
    this.rules = rules;
    this.#rulesSinceMs = atMs;
    this.#resetTos.add(rules.resetTo);
  }

  /** At rest: whether the last day was to start at another number, and never did. */
  isWaiting(): boolean {
    const [, , { date, startMs }] = this.#days.starts;
    const isDue = this.rules.resetDaily && this.#rulesSinceMs < startMs;
    return isDue && !this.startedDays.has(date) && this.#countAfterStart(startMs) !== this.count;
  }

  #isWrong(entry: Entry, { metadata, key }: Counted): string | undefined {
    const change = entry.after - entry.before;
    switch (entry.kind) {
      case "tap":
        return this.#isWrongTap(entry);
      case "undo": {
        const tap = this.history.find(({ lastEventId }) => lastEventId === metadata?.undoes);
        if (tap?.kind !== "tap") return "undoes what is no tap";
        if (tap.undone) return "undoes a tap that was undone";
        if (this.rules.locked) return "changes a locked counter";
        if (change !== tap.before - tap.after) return "does not take back what its tap counted";
        tap.undone = true;
        return undefined;
      }
      case "set":
        if (key === undefined || this.#isFormUsed(key)) return "came a second time";
        return entry.after === this.#formTarget(key) ? undefined : "set another number";
      case "day":
        return this.#isWrongStart(entry, metadata?.adjustment);
    }
  }

  #isWrongStart({ after, atMs }: Entry, adjustment: unknown): string | undefined {
    const { date = "", startMs = 0 } = dayAt(this.#days, atMs) ?? {};
    const { day } = { day: undefined, ...(adjustment as object) };
    if (!this.rules.resetDaily) return "starts a day of a counter that has none";
    if (day !== date) return `starts ${day} on ${date}`;
    if (startMs <= this.#resetsSinceMs) return "starts a day in which it was switched on";
    if (this.startedDays.has(date)) return "starts the same day again";
    if (after !== this.#countAfterStart(startMs)) return "starts the day at a wrong number";
    this.startedDays.add(date);
    return undefined;
  }

  #isWrongTap({ before, after, key }: Entry): string | undefined {
    const request = key === undefined ? undefined : this.#requests.get(key);
    const direction = after > before ? "up" : "down";
    const { locked, mode } = this.rules;
    if (Math.abs(after - before) !== this.#step) return "is not one step";
    if (request && (request.kind !== "tap" || request.direction !== direction)) {
      return "is another tap than was made";
    }
    if (key !== undefined && this.tapOf(key)) return "was counted twice";
    if (key !== undefined && this.tombstones.has(key)) return "was undone before it came";
    if (locked) return "changes a locked counter";
    return mode === (direction === "up" ? "decrement-only" : "increment-only")
      ? "goes against the mode"
      : undefined;
  }

  #isFormUsed(key: string): boolean {
    return this.unchanged.has(key) || this.history.some((entry) => entry.key === key);
  }

  #formTarget(key: string): number | undefined {
    const request = this.#requests.get(key);
    return request?.kind === "form" ? (request.to ?? this.rules.resetTo) : undefined;
  }

  /** Without what the counter had at the start; as it is if somebody has set it since. */
  #countAfterStart(startMs: number): number {
    const since = this.history.filter(({ atMs }) => atMs >= startMs);
    const isSet = this.#foundRightMs >= startMs || since.some(({ kind }) => kind === "set");
    if (isSet) return this.count;
    return this.count - (since[0]?.before ?? this.count) + this.rules.resetTo;
  }

  #apply(entry: Entry): void {
    const { kind, before, after, atMs } = entry;
    const change = after - before;
    this.history.push(entry);
    this.count = after;
    if (kind === "set" || kind === "day") this.sums.adjusted += change;
    else if (kind === "tap" ? change > 0 : change < 0) this.sums.ups += change;
    else this.sums.downs -= change;
    const day = dayAt(this.#days, atMs);
    const today = this.peak && day && this.peak.atMs >= day.startMs ? this.peak : undefined;
    this.peak = today;
    if (kind === "day" && today) this.peak = { ...today, count: today.count + change };
    if ((kind === "tap" || kind === "undo") && after > (today?.count ?? Number.NEGATIVE_INFINITY)) {
      this.peak = { count: after, atMs };
    }
  }
}

export function kindOf({ metadata }: Counted): Entry["kind"] {
  const adjustment = metadata?.adjustment;
  if (typeof adjustment === "object" && adjustment !== null) {
    return "day" in adjustment ? "day" : "set";
  }
  return metadata?.undoes === undefined ? "tap" : "undo";
}
