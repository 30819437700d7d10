import { type Counter, testCounterId } from "../counter.ts";
import type { CountingClient, RequestOptions } from "../counting-client.ts";
import { CountingError } from "../counting-error.ts";
import { type Wait, wait } from "../waiting.ts";
import {
  countOf,
  isCountWebhook,
  type UnknownWebhook,
  type WebhookEvent,
} from "../webhook-event.ts";
import { HistoryFiller } from "./history-filler.ts";
import { changeOnArrival, type Start } from "./rules.ts";
import type { CatchUpStore, Change, ListedPosition } from "./store.ts";

export interface CatchUpOptions {
  client: Pick<CountingClient, "counters" | "counter" | "historyPage">;
  store: CatchUpStore;
  /**
   * Where the counters begin that exist at the first contact: with what is counted from now on, or with their first
   * event. It has no effect later.
   */
  begin: "now" | "beginning";
  /** Which counters to follow; all of them by default. One that is followed later begins with its first event. */
  follows?: (counterId: string) => boolean;
  /** How long deliveries may take before the history is read; 60 s by default. */
  graceSeconds?: number;
  /** How long an archived counter or an incomplete history is waited for; 8 hours by default. */
  giveUpSeconds?: number;
  /** Events of one request, 1 to 500; 500 by default. */
  pageSize?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  wait?: Wait;
}

/**
 * `processed`: it is in the books. `held`: it will be, after the events that are missing before it. `duplicate`: it is in
 * the books already, or from before the beginning. `ignored`: it is no count, a test, or of a counter that is not followed.
 */
export type Received = "processed" | "held" | "duplicate" | "ignored";

export interface CatchUpStatus {
  /** When the list was read with which `counters` was compared; undefined before the first check of this process. */
  checkedAt: Date | undefined;
  counters: CounterStatus[];
}

export interface CounterStatus {
  counterId: string;
  /** All events up to this number are in the books: "complete to #1042". */
  completeTo: number;
  /** The highest number that is known; the counter is complete where it is not higher than `completeTo`. */
  known: number;
  /** False after a check that did not find the counter: it is archived or deleted. */
  listed: boolean;
}

/** The row of the store that says that the first contact is over. No counter has this id. */
const firstContact = "*";
const checkEverySeconds = 300;
const attemptsToCommit = 100;

/** Brings every count of the followed counters into the books of a store, exactly once and in order. */
export class CatchUp {
  readonly #options: Required<CatchUpOptions>;
  readonly #filler: HistoryFiller;
  /** Changes of one counter wait for one another, so that they rarely conflict. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #begun = false;
  #listed: { at: Date; numbers: Map<string, number> } | undefined;

  constructor(options: CatchUpOptions) {
    if (options.begin !== "now" && options.begin !== "beginning")
      throw new TypeError('begin must be "now" or "beginning"');
    const defaults = {
      follows: () => true,
      graceSeconds: 60,
      giveUpSeconds: 8 * 3_600,
      pageSize: 500,
    };
    this.#options = { ...defaults, now: Date.now, wait, ...options };
    this.#filler = new HistoryFiller({
      ...this.#options,
      change: (counterId, compute) => this.#change(counterId, compute),
    });
  }

  /**
   * Call it with each verified event, before you acknowledge the delivery. When it throws, nothing was stored: respond
   * with 500, and the delivery is repeated.
   */
  async receive(event: WebhookEvent | UnknownWebhook): Promise<Received> {
    if (!isCountWebhook(event) || event.data.counterId === testCounterId) return "ignored";
    const count = countOf(event);
    const { counterId, lastEventId } = count;
    if (!Number.isSafeInteger(lastEventId) || lastEventId < 1 || typeof counterId !== "string")
      throw new TypeError("This is not the event of a count");
    if (!this.#options.follows(counterId)) return "ignored";
    let seen = 0;
    const change = await this.#change(
      counterId,
      (position) => {
        seen = position.completeTo;
        return changeOnArrival(position, count, new Date(this.#options.now()));
      },
      lastEventId,
    );
    if (change !== undefined && change.completeTo >= lastEventId) return "processed";
    return lastEventId <= seen ? "duplicate" : "held";
  }

  /**
   * Compares all counters with the list, and fills from the history what is still missing after the grace time. Call it every
   * five minutes, or let `run` do so. Throws when something could not be filled now; the next check tries again.
   */
  async check({ signal }: RequestOptions = {}): Promise<void> {
    await this.#check(this.#options.graceSeconds, signal);
  }

  /** Fills from the history what has been held for longer than the grace time. Makes no request where nothing has. */
  async fillGaps({ signal }: RequestOptions = {}): Promise<void> {
    const nowMs = this.#options.now();
    const overdue = (since: string) => {
      const heldMs = nowMs - Date.parse(since);
      // Below zero, the clock was set back.
      return heldMs >= this.#options.graceSeconds * 1_000 || heldMs < 0;
    };
    const positions = (await this.#positions()).filter(({ held }) => held && overdue(held.since));
    await this.#filler.fillAll(targets(positions, new Map()), signal);
  }

  /**
   * Checks every five minutes and fills gaps every minute, until the signal aborts. Its first check waits for no delivery:
   * a process that is killed more often than the grace time ends would never fill anything. A check that fails is
   * repeated after the grace time, then after twice as long, up to five minutes.
   */
  async run({ signal, onError = warn }: RunOptions = {}): Promise<void> {
    const { now, graceSeconds } = this.#options;
    const isStopped = () => signal?.aborted === true;
    const succeeds = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        if (!isStopped()) onError(error);
        return false;
      }
    };
    const pauseSeconds = Math.max(1, graceSeconds);
    let failedChecks = 0;
    let nextCheckMs = now();
    while (!isStopped()) {
      await succeeds(() => this.fillGaps({ signal }));
      if (!isStopped() && now() >= nextCheckMs) {
        const startedMs = now();
        const wasListed = this.#listed !== undefined;
        const isChecked = await succeeds(() => this.#check(wasListed ? graceSeconds : 0, signal));
        failedChecks = isChecked ? 0 : failedChecks + 1;
        nextCheckMs = isChecked
          ? startedMs + checkEverySeconds * 1_000
          : now() + retryAfterSeconds(pauseSeconds, failedChecks) * 1_000;
      }
      // The clock can have been set back.
      nextCheckMs = Math.min(nextCheckMs, now() + checkEverySeconds * 1_000);
      const waitMs = Math.min(pauseSeconds * 1_000, Math.max(0, nextCheckMs - now()));
      if (!isStopped()) await succeeds(() => this.#options.wait(waitMs, signal));
    }
  }

  /** Up to which number each counter is complete. */
  async status(): Promise<CatchUpStatus> {
    const { at, numbers = new Map<string, number>() } = this.#listed ?? {};
    const positions = new Map((await this.#positions()).map((one) => [one.counterId, one]));
    const ids = new Set([...positions.keys(), ...numbers.keys()]);
    const counters = [...ids].map((counterId) => {
      const { completeTo = 0, held } = positions.get(counterId) ?? {};
      const known = Math.max(completeTo, held?.highest ?? 0, numbers.get(counterId) ?? 0);
      return { counterId, completeTo, known, listed: at === undefined || numbers.has(counterId) };
    });
    return { checkedAt: at, counters };
  }

  async #positions(): Promise<ListedPosition[]> {
    const all = await this.#options.store.list();
    return all.filter(
      ({ counterId }) => counterId !== firstContact && this.#options.follows(counterId),
    );
  }

  /** The first contact: from then on, a counter that is not stored is new and begins at 0. */
  async #check(graceSeconds: number, signal: AbortSignal | undefined): Promise<void> {
    const { client, follows, now } = this.#options;
    const at = new Date(now());
    const counters = (await client.counters({ signal })).filter(({ id }) => follows(id));
    await this.#storeBeginnings(counters);
    const numbers = new Map(counters.map(({ id, lastEventId }) => [id, lastEventId]));
    this.#listed = { at, numbers };
    this.#filler.retryUnreadable();
    const behind = targets(await this.#positions(), numbers);
    if (behind.size > 0 && graceSeconds > 0) await this.#options.wait(graceSeconds * 1_000, signal);
    await this.#filler.fillAll(targets(await this.#positions(), numbers), signal);
  }

  async #storeBeginnings(counters: Counter[]): Promise<void> {
    if (await this.#hasBegun()) return;
    const { store, begin } = this.#options;
    const none = { revision: null, process: [], hold: [], holes: [] };
    const known = begin === "now" ? counters : [];
    for (const { id, lastEventId } of known)
      await store.commit({ counterId: id, completeTo: lastEventId, ...none });
    await store.commit({ counterId: firstContact, completeTo: 0, ...none });
    this.#begun = true;
  }

  async #hasBegun(): Promise<boolean> {
    this.#begun ||= (await this.#options.store.load(firstContact)) !== undefined;
    return this.#begun;
  }

  /** Where a counter begins that is not stored, when the event with this number is the first that arrives. */
  async #beginning(firstNumber: number): Promise<Start> {
    const isNew = this.#options.begin === "beginning" || (await this.#hasBegun());
    return { revision: null, completeTo: isNew ? 0 : firstNumber - 1, held: [] };
  }

  /** Computes a change of a counter and commits it, again where another one came first. Undefined: nothing to change. */
  #change(
    counterId: string,
    compute: (position: Start) => Change | undefined,
    firstNumber = 1,
  ): Promise<Change | undefined> {
    const { store } = this.#options;
    return this.#inTurn(counterId, async () => {
      for (let attempt = 0; attempt < attemptsToCommit; attempt += 1) {
        const position = (await store.load(counterId)) ?? (await this.#beginning(firstNumber));
        const change = compute(position);
        if (change === undefined || (await store.commit(change)) === "committed") return change;
        if (attempt > 0) await wait(Math.random() * Math.min(attempt, 20));
      }
      throw new CountingError(
        `Counter ${counterId} could not be updated: too many concurrent changes`,
      );
    });
  }

  async #inTurn<Result>(counterId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(counterId) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#turns.set(counterId, mine);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(counterId) === mine) this.#turns.delete(counterId);
    }
  }
}

export interface RunOptions extends RequestOptions {
  /** A failed check or fill; the next one tries again. Without it, the message goes to console.warn. */
  onError?: (error: unknown) => void;
}

/** The counters that are not complete, and the highest number known of each. */
function targets(positions: ListedPosition[], listed: Map<string, number>): Map<string, number> {
  const found = new Map<string, number>();
  const complete = new Map<string, number>();
  for (const { counterId, completeTo, held } of positions) {
    complete.set(counterId, completeTo);
    if (held) found.set(counterId, held.highest);
  }
  for (const [counterId, number] of listed)
    if (number > (complete.get(counterId) ?? 0))
      found.set(counterId, Math.max(number, found.get(counterId) ?? 0));
  return found;
}

const retryAfterSeconds = (pauseSeconds: number, failedChecks: number) =>
  Math.min(checkEverySeconds, pauseSeconds * 2 ** (failedChecks - 1));

const warn = (error: unknown) =>
  console.warn(`Catching up failed for now: ${error instanceof Error ? error.message : "unknown"}`);
