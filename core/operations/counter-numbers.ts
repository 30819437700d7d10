import type { CounterKey, StoredCounter } from "../counters/counter.ts";
import { type Hole, holesOf } from "../counters/restore-reserve.ts";
import { canaryCounter } from "./canary/canary-identity.ts";
import { critical, type Finding, fine, named, warning } from "./finding.ts";

/** An event of a counter, as far as its number and its totals go. */
export interface NumberedEvent {
  lastEventId: number;
  previousCount: number;
  count: number;
  delta: number;
  /** Whether `data restore` has put it back. */
  isRestored: boolean;
}

export interface NumberPorts {
  counter(key: CounterKey): Promise<StoredCounter | undefined>;
  /** Newest first; fewer than `limit` only where the history begins. */
  events(key: CounterKey, page: { limit: number; beforeEventId: number }): Promise<NumberedEvent[]>;
}

export interface NumbersLook {
  findings: Finding[];
  /** Those that the counter's item knows: no event has had these numbers. */
  explainedHoles: Hole[];
}

/** Events of one read: at most 1 MB, also where all have the largest metadata. */
const pageSize = 500;

/**
 * Looks whether the newest events of a counter have all numbers, each begins where the one before
 * ended, and they lead to the counter's count (contract §2). It takes one read for each 500 of
 * `mostEvents`, and two more where the counter counts meanwhile.
 */
export async function lookAtNumbers(
  ports: NumberPorts,
  counter: StoredCounter,
  mostEvents: number,
): Promise<NumbersLook> {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const walk = new NumberWalk(counter);
  let left = mostEvents;
  const pageBelow = (beforeEventId: number) =>
    ports.events(key, { limit: Math.min(left, pageSize), beforeEventId });

  // No upper bound: an event above the counter's own number blocks every tap.
  let page = await pageBelow(Number.MAX_SAFE_INTEGER);
  const newest = page[0]?.lastEventId ?? 0;
  if (newest > counter.lastEventId) {
    const now = await ports.counter(key);
    // Deleted with its organization meanwhile.
    if (now === undefined) return walk.result();
    if (now.lastEventId < newest) return { findings: [behind(now, newest)], explainedHoles: [] };
    page = await pageBelow(counter.lastEventId + 1);
  }
  for (;;) {
    for (const event of page) walk.stepDown(event);
    const isBeginning = page.length < Math.min(left, pageSize);
    left -= page.length;
    if (isBeginning) walk.end();
    if (isBeginning || left === 0) return walk.result();
    page = await pageBelow(page.at(-1)?.lastEventId ?? 0);
  }
}

const runbook = '"A counter lacks events" in docs/operators/runbook.md';

function behind({ id, organizationId, lastEventId }: StoredCounter, newest: number): Finding {
  return critical(
    `the counter ${id} of ${organizationId} is at event ${lastEventId}, but has an event ${newest}`,
    `delete its item from the table of counters and restore it: ${runbook}`,
  );
}

/** Goes through a history from the newest event to the oldest. */
class NumberWalk {
  readonly #counter: StoredCounter;
  readonly #known: Hole[];
  readonly #lacking: Hole[] = [];
  /** Between restored events and those that were counted afterwards. */
  readonly #afterBackup: Hole[] = [];
  /** Where events do not agree, in words. */
  readonly #broken: string[] = [];
  /** Where the event above begins; at first, where the counter is. */
  #above: { lastEventId: number; previousCount: number; claim: string; isRestored: boolean };

  constructor(counter: StoredCounter) {
    const { lastEventId, count } = counter;
    this.#counter = counter;
    this.#known = holesOf(counter);
    const claim = `the counter says ${count}`;
    const begin = { lastEventId: lastEventId + 1, previousCount: count };
    this.#above = { ...begin, claim, isRestored: false };
  }

  stepDown({ lastEventId, previousCount, count, delta, isRestored }: NumberedEvent): void {
    const above = this.#above;
    const isNext = this.#closesGap(lastEventId, isRestored);
    // After a hole, a count goes on where the counter was, whatever the lost events had counted.
    if (isNext && count !== above.previousCount) {
      this.#broken.push(`event ${lastEventId} ends at ${count}, and ${above.claim}`);
    }
    // Two numbers that are exact can have a sum that is not.
    if (BigInt(previousCount) + BigInt(delta) !== BigInt(count)) {
      this.#broken.push(`event ${lastEventId} says ${previousCount} + ${delta} = ${count}`);
    }
    const claim = `event ${lastEventId} begins at ${previousCount}`;
    this.#above = { lastEventId, previousCount, claim, isRestored };
  }

  /** The history begins here. That of the canary is trimmed, so it begins anywhere. */
  end(): void {
    const { id, organizationId } = this.#counter;
    const isCanary =
      organizationId === canaryCounter.organizationId && id === canaryCounter.counterId;
    if (!isCanary) this.#closesGap(0, false);
    if (this.#above.lastEventId === 1 && this.#above.previousCount !== 0) {
      this.#broken.push(`${this.#above.claim}, without an event before it`);
    }
  }

  result(): NumbersLook {
    const { id, organizationId } = this.#counter;
    const counter = `the counter ${id} of ${organizationId}`;
    const findings: Finding[] = [];
    if (this.#lacking.length > 0) {
      const numbers = named(this.#lacking.map(textOf));
      const remedy = `restore the table CountEvents: ${runbook}`;
      findings.push(critical(`${counter} lacks events: ${numbers}`, remedy));
    }
    if (this.#afterBackup.length > 0) {
      const numbers = named(this.#afterBackup.map(textOf));
      const remedy = `restore the table CountEvents again, if a backup has them; otherwise they are lost: ${runbook}`;
      findings.push(warning(`${counter} lacks events after a restore: ${numbers}`, remedy));
    }
    if (this.#broken.length > 0) {
      findings.push(
        critical(
          `${counter} and its events disagree: ${named(this.#broken)}`,
          "compare them, and find out what wrote into the tables",
          { verb: "counter history", args: ["--org", organizationId, id] },
        ),
      );
    }
    return { findings, explainedHoles: this.#known };
  }

  /** False where numbers are missing between this event and the one above it. */
  #closesGap(lastEventId: number, isRestored: boolean): boolean {
    const missing = { from: lastEventId + 1, to: this.#above.lastEventId - 1 };
    if (missing.from > missing.to) return true;
    // What was counted between a backup and the loss follows the newest event of the backup. A
    // restore that did not come to its end looks the same.
    const into = isRestored && !this.#above.isRestored ? this.#afterBackup : this.#lacking;
    into.push(...without(missing, this.#known));
    return false;
  }
}

/** What is left of a hole without the numbers of others. */
function without(hole: Hole, others: Hole[]): Hole[] {
  return others.reduce(
    (left, { from, to }) =>
      left
        .flatMap((part) => [
          { from: part.from, to: Math.min(part.to, from - 1) },
          { from: Math.max(part.from, to + 1), to: part.to },
        ])
        .filter((part) => part.from <= part.to),
    [hole],
  );
}

/** Numbers are ids: no thousands separators, so they can be searched for. */
function textOf({ from, to }: Hole): string {
  return from === to ? `${from}` : `${from} to ${to}`;
}

/** Says which numbers of an organization's counters no event has had, since a restore; that is in order. */
export function holeFindings(
  organizationId: string,
  counters: { id: string; explainedHoles: Hole[] }[],
): Finding[] {
  const texts = counters.flatMap(({ id, explainedHoles }) =>
    explainedHoles.length === 0 ? [] : [`${id} (${named(explainedHoles.map(textOf))})`],
  );
  if (texts.length === 0) return [];
  return [
    fine(`after a restore, counters of ${organizationId} pass over numbers: ${named(texts)}`),
  ];
}
