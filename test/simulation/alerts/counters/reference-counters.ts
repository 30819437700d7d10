import type { Commit, CounterRules } from "../commit-log.ts";
import { ReferenceCounter } from "./reference-counter.ts";
import type { Days } from "./reference-days.ts";
import type { Answer, Request } from "./requests.ts";

/** What people were asked and told, besides what was written. */
export interface Asked {
  days: Days;
  /** The step of every counter. */
  steps: ReadonlyMap<string, number>;
  requests: ReadonlyMap<string, Request>;
}

/** Replays the log: every event must be the next one of its counter, and every answer true. */
export class ReferenceCounters {
  readonly counters = new Map<string, ReferenceCounter>();
  /** What the model cannot explain, in words. */
  readonly broken: string[] = [];
  /** By counter: the places in the log where its rules were changed, with the rules until then. */
  readonly #earlierRules = new Map<string, { until: number; rules: CounterRules }[]>();
  /** By key: where the log counted the tap or left its tombstone, and where it undid it. */
  readonly #settledAt = new Map<string, number>();
  readonly #undoneAt = new Map<string, number>();

  constructor(log: readonly Commit[], { days, steps, requests }: Asked) {
    for (const [id, step] of steps) {
      this.counters.set(id, new ReferenceCounter(step, days, requests));
    }
    for (const [place, commit] of log.entries()) {
      const wrong = this.#replay(commit, place);
      if (wrong === undefined) continue;
      this.broken.push(`commit ${place + 1}: ${wrong}`);
      return;
    }
  }

  #replay(commit: Commit, place: number): string | undefined {
    const counterId = "count" in commit ? commit.count.counterId : counterOf(commit);
    const counter = this.counters.get(counterId ?? "");
    if (counter === undefined) return undefined;
    const named = (wrong: string | undefined) => wrong && `${counterId} ${wrong}`;
    switch (commit.kind) {
      case "counted": {
        const wrong = counter.add(commit);
        const { key, count, metadata } = commit;
        const undone = counter.history.find(({ lastEventId }) => lastEventId === metadata?.undoes);
        if (undone?.key !== undefined) this.#undoneAt.set(undone.key, place);
        else if (key !== undefined) this.#settledAt.set(key, place);
        return wrong && `${counterId}:${count.lastEventId} ${wrong}`;
      }
      case "tombstone left":
        if (counter.tapOf(commit.key)) return named("left the tombstone of a tap that was counted");
        counter.tombstones.add(commit.key);
        this.#settledAt.set(commit.key, place);
        return undefined;
      case "left as it was":
        return named(counter.leave(commit));
      case "rules changed": {
        const earlier = this.#earlierRules.get(counterId ?? "") ?? [];
        this.#earlierRules.set(commit.counterId, [
          ...earlier,
          { until: place, rules: counter.rules },
        ]);
        counter.changeRules(commit.rules, commit.atMs);
        return undefined;
      }
      case "answered":
        return named(this.#isUntrue(counter, commit));
      default:
        return undefined;
    }
  }

  #isUntrue(
    counter: ReferenceCounter,
    { answer, beganAt, counterId }: Extract<Commit, { kind: "answered" }>,
  ): string | undefined {
    const rules = [
      ...(this.#earlierRules.get(counterId) ?? []).flatMap((each) =>
        each.until >= beganAt ? [each.rules] : [],
      ),
      counter.rules,
    ];
    const before = (places: Map<string, number>) =>
      (places.get(answer.key) ?? Number.POSITIVE_INFINITY) < beganAt;
    const known = { settled: before(this.#settledAt), undone: before(this.#undoneAt) };
    return isTrue(answer, { counter, rules, known })
      ? undefined
      : `answered ${JSON.stringify(answer)}`;
  }
}

interface Facts {
  counter: ReferenceCounter;
  /** All that were in force since it was asked. */
  rules: CounterRules[];
  /** Whether the tap had been settled, or undone, before it was asked. */
  known: { settled: boolean; undone: boolean };
}

function isTrue(answer: Answer, facts: Facts): boolean {
  if (answer.to === "tap") return isTrueOfTap(answer, facts);
  return answer.to === "undo" ? isTrueOfUndo(answer, facts) : isTrueOfForm(answer, facts.counter);
}

function isTrueOfTap(
  { key, result, reason, lastEventId }: Answer,
  { counter, rules, known }: Facts,
): boolean {
  const tap = counter.tapOf(key);
  if (result === "counted" || result === "repeated") return tap?.lastEventId === lastEventId;
  if (result === "undone") return counter.tombstones.has(key);
  // What was counted before is never refused, whatever the counter's rules say by now.
  if (result !== "refused" || known.settled) return false;
  if (reason === "locked") return rules.some(({ locked }) => locked);
  return reason === "against_mode" && rules.some(({ mode }) => mode !== "both");
}

function isTrueOfUndo(
  { key, result, reason, lastEventId }: Answer,
  { counter, rules, known }: Facts,
): boolean {
  const tap = counter.tapOf(key);
  if (result === "refused") {
    const isLocked = rules.some(({ locked }) => locked);
    return reason === "locked" && isLocked && tap !== undefined && !known.undone;
  }
  if (result !== "undone" && result !== "repeated") return false;
  if (lastEventId === null) return counter.tombstones.has(key);
  const undo = counter.history.find((entry) => entry.lastEventId === lastEventId);
  return undo?.kind === "undo" && undo.undoes === tap?.lastEventId;
}

function isTrueOfForm({ key, result }: Answer, counter: ReferenceCounter): boolean {
  const adjusted = counter.history.some((entry) => entry.key === key);
  if (result === "adjusted") return adjusted;
  if (result === "unchanged") return counter.unchanged.has(key);
  return result === "repeated" && (adjusted || counter.unchanged.has(key));
}

function counterOf(commit: Commit): string | undefined {
  return "counterId" in commit ? commit.counterId : undefined;
}
