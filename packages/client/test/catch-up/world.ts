import {
  CatchUp,
  type CatchUpOptions,
  type CatchUpStore,
  type Change,
  type Count,
  CountingError,
  type CountWebhook,
  memoryStore,
  type Received,
} from "counting-client";
import * as fc from "fast-check";
import { ModelService, webhookOf } from "./model-service.ts";

const counterIds = ["ctr_a", "ctr_b"];
const steps = {
  tap: fc.record({
    step: fc.constant("tap" as const),
    counter: fc.constantFrom(...counterIds),
    delta: fc.constantFrom(1 as const, -1 as const),
    times: fc.constantFrom(1, 1, 1, 3, 9),
    sent: fc.constantFrom(true, true, true, false),
  }),
  deliver: fc.record({
    step: fc.constant("deliver" as const),
    receiver: fc.nat(1),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    stays: fc.boolean(),
    crash: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      "before",
      "after",
    ) as fc.Arbitrary<Crash>,
  }),
  lose: fc.record({ step: fc.constant("lose" as const), pick: fc.nat() }),
  check: fc.record({
    step: fc.constantFrom("check" as const, "fillGaps" as const),
    receiver: fc.nat(1),
    failures: fc.array(fc.constantFrom(429, 500, 503), { maxLength: 1 }),
    meanwhile: fc.nat(3),
    crash: fc.constantFrom(undefined, undefined, "before", "after") as fc.Arbitrary<Crash>,
  }),
  clock: fc.record({
    step: fc.constant("clock" as const),
    seconds: fc.constantFrom(61, 61, 400, -3_600, 30_000),
  }),
  hours: fc.record({ step: fc.constant("hours" as const) }),
  archive: fc.record({
    step: fc.constant("archive" as const),
    counter: fc.constantFrom(...counterIds),
  }),
  archiveWithGap: fc.record({
    step: fc.constant("archiveWithGap" as const),
    counter: fc.constantFrom(...counterIds),
    receiver: fc.nat(1),
  }),
  hide: fc.record({
    step: fc.constant("hide" as const),
    counter: fc.constantFrom(...counterIds),
    picks: fc.array(fc.nat(), { maxLength: 3 }),
  }),
  restore: fc.record({
    step: fc.constant("restore" as const),
    counter: fc.constantFrom(...counterIds),
    losing: fc.nat(3),
  }),
  direction: fc.record({
    step: fc.constant("direction" as const),
    only: fc.constantFrom(undefined, "increment", "decrement"),
  }),
};

type Crash = "before" | "after" | undefined;

/** What happens in a world, in this order. */
export const worlds = fc.record({
  begin: fc.constantFrom("now" as const, "beginning" as const),
  pageSize: fc.constantFrom(2, 5, 500),
  steps: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: steps.tap },
      { weight: 8, arbitrary: steps.deliver },
      { weight: 3, arbitrary: steps.check },
      { weight: 1, arbitrary: steps.lose },
      { weight: 2, arbitrary: steps.clock },
      { weight: 1, arbitrary: steps.hours },
      { weight: 1, arbitrary: steps.archive },
      { weight: 1, arbitrary: steps.archiveWithGap },
      { weight: 1, arbitrary: steps.hide },
      { weight: 1, arbitrary: steps.restore },
      { weight: 1, arbitrary: steps.direction },
    ),
    { minLength: 5, maxLength: 40 },
  ),
});
type WorldPlan = typeof worlds extends fc.Arbitrary<infer Plan> ? Plan : never;
type Step = WorldPlan["steps"][number];
type Work = Extract<Step, { meanwhile: number }>;

const quiet = { receiver: 0, failures: [], meanwhile: 0, crash: undefined };
const quietCheck: Work = { step: "check", ...quiet };

/** A mistake that an implementation could have. */
export interface Mistake {
  store?: (store: CatchUpStore) => CatchUpStore;
  client?: (client: CatchUpOptions["client"]) => CatchUpOptions["client"];
  /** Instead of waiting for `receive`. */
  acknowledge?: (receiving: Promise<Received>) => Promise<Received>;
}

class Crashed extends Error {}

interface Receiver {
  catchUp: CatchUp;
  isDead: boolean;
  /** Before or after its next commit. */
  crash: Crash;
}

/** Two receivers with one store, a service, and a network between them that loses, repeats and reorders. */
class World {
  readonly service = new ModelService();
  readonly books: Books;
  readonly #plan: WorldPlan;
  readonly #mistake: Mistake;
  readonly #receivers: Receiver[];
  readonly #network: CountWebhook[] = [];
  /** Numbers that receivers acknowledged, those that restores lost, and those that *w* passed without an event. */
  readonly acknowledged = new Set<string>();
  readonly lost = new Set<string>();
  readonly holes: { counterId: string; from: number; to: number; confirmed: boolean }[] = [];
  /** Each counter's newest number at the moment before which nothing has to be in the books. */
  readonly mayBeMissing = new Map<string, number>();
  /** Since when receivers have known a number of a counter: from then on, those below can be missed. */
  readonly #known: { counterId: string; number: number; sinceMs: number }[] = [];
  #isMet = false;
  #only: string | undefined;
  #nowMs = Date.parse("2026-11-25T12:00:00Z");
  readonly broken: string[] = [];
  /** A world in which nothing happens proves nothing. */
  readonly counts = {
    ...{ processed: 0, held: 0, duplicate: 0 },
    ...{ crashes: 0, conflicts: 0, filled: 0, "confirmed holes": 0, "skipped numbers": 0 },
  };

  constructor(plan: WorldPlan, mistake: Mistake, books: Books) {
    this.books = books;
    this.#plan = plan;
    this.#mistake = mistake;
    this.#receivers = [this.#receiver(), this.#receiver()];
  }

  async run(): Promise<void> {
    for (const step of this.#plan.steps) {
      await this.#take(step);
      this.#checkOrder();
    }
    await this.#heal();
    this.#judge();
  }

  async #take(step: Step): Promise<void> {
    const { service } = this;
    if (step.step === "tap") {
      const counter = service.counter(step.counter);
      for (let time = 0; time < step.times && !counter.archived; time += 1) {
        const event = counter.tap(step.delta);
        const isTaken = this.#only === undefined || this.#only === event.eventType;
        if (step.sent && isTaken) this.#network.push(webhookOf(event));
      }
    } else if (step.step === "deliver") {
      const arriving = step.picks.flatMap((pick) => this.#take1(pick, step.stays));
      this.#receiverOf(step.receiver).crash = step.crash;
      await Promise.all(
        arriving.map((event, index) => this.#deliver(event, step.receiver + index)),
      );
    } else if (step.step === "lose") this.#take1(step.pick, false);
    else if (step.step === "clock") this.#moveClock(step.seconds * 1_000);
    else if (step.step === "archive") {
      const counter = service.counter(step.counter);
      counter.archived = !counter.archived;
    } else if (step.step === "archiveWithGap") {
      // Archived for a few minutes, while one event is held and the one before it is still in transit.
      const counter = service.counter(step.counter);
      counter.archived = false;
      this.#network.push(webhookOf(counter.tap(1)));
      await this.#deliver(webhookOf(counter.tap(1)), step.receiver);
      counter.archived = true;
      this.#moveClock(61_000);
      await this.#work({ ...quietCheck, receiver: step.receiver });
      counter.archived = false;
    } else if (step.step === "hide") {
      const { hidden, events, lastEventId } = service.counter(step.counter);
      hidden.clear();
      // The history is restored before the counter. Otherwise, counts around a reserve can agree by chance.
      for (const pick of lastEventId < 1e12 ? step.picks : []) {
        const event = events[pick % Math.max(1, events.length)];
        if (event) hidden.add(event.lastEventId);
      }
    } else if (step.step === "restore") {
      const lost = service.counter(step.counter).restore(step.losing, this.#nowMs);
      for (const number of lost) this.lost.add(`${step.counter}:${number}`);
    } else if (step.step === "hours") {
      await this.#work(quietCheck);
      this.#nowMs += 9 * 3_600_000;
      await this.#work(quietCheck);
    } else if (step.step === "direction") this.#only = step.only;
    else await this.#work(step);
  }

  #moveClock(ms: number): void {
    this.#nowMs += ms;
    // A clock that is set back begins a wait again.
    for (const one of this.#known) one.sinceMs = Math.min(one.sinceMs, this.#nowMs);
  }

  #noteKnown(counterId: string, number: number): void {
    this.#known.push({ counterId, number, sinceMs: this.#nowMs });
  }

  /** How long it has been known that a number exists: later ones were delivered or listed. */
  #missedForMs(counterId: string, number: number): number {
    const times = this.#known
      .filter((one) => one.counterId === counterId && one.number >= number)
      .map(({ sinceMs }) => sinceMs);
    return this.#nowMs - Math.min(this.#nowMs, ...times);
  }

  async #work({ step, receiver, failures, meanwhile, crash }: Work) {
    this.service.failures.push(...failures);
    const one = this.#receiverOf(receiver);
    one.crash = crash;
    const arriving = Array.from({ length: meanwhile }, () => this.#take1(0, false)).flat();
    const working = this.#survive(receiver, one.catchUp[step]());
    await Promise.all([working, ...arriving.map((event) => this.#deliver(event, receiver + 1))]);
    this.service.failures.length = 0;
  }

  #take1(pick: number, stays: boolean): CountWebhook[] {
    if (this.#network.length === 0) return [];
    const index = pick % this.#network.length;
    const [event] = stays ? [this.#network[index]] : this.#network.splice(index, 1);
    return event === undefined ? [] : [event];
  }

  #receiverOf(index: number) {
    return this.#receivers[index % 2] as Receiver;
  }

  async #deliver(event: CountWebhook, receiver: number): Promise<void> {
    const { counterId, lastEventId } = event.data;
    // From the first event that arrives on, a counter's later ones have to be in the books.
    if (!this.#isMet && !this.mayBeMissing.has(counterId) && this.#plan.begin === "now")
      this.mayBeMissing.set(counterId, lastEventId - 1);
    this.#noteKnown(counterId, lastEventId);
    const receiving = this.#receiverOf(receiver).catchUp.receive(event);
    const acknowledge = this.#mistake.acknowledge ?? ((one: Promise<Received>) => one);
    const received = await this.#survive(receiver, acknowledge(receiving));
    // What was not acknowledged is sent again.
    if (received === undefined) this.#network.push(event);
    else if (received !== "ignored") this.counts[received] += 1;
    if (received === "processed" || received === "held")
      this.acknowledged.add(`${counterId}:${lastEventId}`);
  }

  /** Undefined when it failed. A receiver that crashed is started again. */
  async #survive<Result>(receiver: number, work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof Crashed || error instanceof CountingError)) throw error;
      return undefined;
    } finally {
      if (this.#receiverOf(receiver).isDead) {
        this.counts.crashes += 1;
        this.#receivers[receiver % 2] = this.#receiver();
      }
    }
  }

  #receiver() {
    const { service, books } = this;
    const { begin, pageSize } = this.#plan;
    const state: Receiver = {
      isDead: false,
      crash: undefined,
      catchUp: undefined as unknown as CatchUp,
    };
    const guarded = async <Result>(
      call: () => Promise<Result>,
      isCommit = false,
    ): Promise<Result> => {
      await null;
      const crash = isCommit ? state.crash : undefined;
      if (crash === "before") state.isDead = true;
      if (state.isDead) throw new Crashed();
      const result = await call();
      if (crash === "after") state.isDead = true;
      if (state.isDead) throw new Crashed();
      return result;
    };
    const mistaken = this.#mistake.store?.(books) ?? books;
    const store: CatchUpStore = {
      load: (counterId) => guarded(() => mistaken.load(counterId)),
      list: () => guarded(() => mistaken.list()),
      commit: (change) => guarded(() => this.#commit(mistaken, change), true),
    };
    const listing = {
      ...service.client,
      counters: async () => {
        const counters = await service.client.counters();
        for (const { id, lastEventId } of counters) this.#noteKnown(id, lastEventId);
        return counters;
      },
    };
    const client = this.#mistake.client?.(listing) ?? listing;
    const now = () => this.#nowMs;
    const wait = async (ms: number) => {
      this.#nowMs += ms;
    };
    state.catchUp = new CatchUp({ client, store, begin, pageSize, now, wait });
    return state;
  }

  async #commit(store: CatchUpStore, change: Change): Promise<"committed" | "conflict"> {
    const { counterId } = change;
    const isFirst = (await store.load(counterId)) === undefined;
    const result = await store.commit(change);
    if (result === "conflict") {
      this.counts.conflicts += 1;
      return result;
    }
    this.counts.filled += change.process.length;
    for (const { to, confirmed } of change.holes)
      if (!confirmed && this.#missedForMs(counterId, to) < 8 * 3_600_000)
        this.broken.push(`${counterId}: #${to} was given up after less than eight hours`);
    for (const { confirmed } of change.holes)
      this.counts[confirmed ? "confirmed holes" : "skipped numbers"] += 1;
    if (counterId === "*") this.#isMet = true;
    else {
      this.holes.push(...change.holes.map((hole) => ({ counterId, ...hole })));
      const start = change.process[0] ? change.process[0].lastEventId - 1 : change.completeTo;
      if (isFirst && !this.#isMet && this.#plan.begin === "now")
        this.mayBeMissing.set(counterId, start);
    }
    return result;
  }

  /** Everything is well again: what waits arrives, and the timers run. */
  async #heal(): Promise<void> {
    for (const counter of this.service.counters.values()) {
      counter.archived = false;
      counter.hidden.clear();
    }
    for (const receiver of this.#receivers) receiver.crash = undefined;
    for (const event of this.#network.splice(0)) await this.#deliver(event, 0);
    for (let round = 0; round < 2; round += 1)
      for (const { catchUp } of this.#receivers) {
        this.#nowMs += 300_000;
        await catchUp.check();
      }
    const { counters } = await this.#receiverOf(0).catchUp.status();
    for (const { counterId, completeTo, known } of counters)
      if (completeTo !== known) this.broken.push(`${counterId} is not complete to #${known}`);
  }

  #checkOrder(): void {
    for (const id of counterIds) {
      const numbers = (this.books.book(id) ?? []).map(({ lastEventId }) => lastEventId);
      if (numbers.some((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0)))
        this.broken.push(`${id} is not in order: ${numbers}`);
    }
  }

  /** The books, compared with the list of all counts. */
  #judge(): void {
    this.#checkOrder();
    for (const { id, events } of this.service.counters.values()) {
      const inBooks = new Map(
        (this.books.book(id) ?? []).map((count) => [count.lastEventId, count]),
      );
      const from = this.mayBeMissing.get(id) ?? 0;
      for (const { lastEventId: number, count, previousCount } of events) {
        const hole = this.holes.find(
          (one) => one.counterId === id && one.from <= number && number <= one.to,
        );
        if (hole?.confirmed)
          this.broken.push(`${id}: #${number} exists and is in a confirmed hole`);
        const entry = inBooks.get(number);
        if (entry === undefined && number > from && hole === undefined)
          this.broken.push(`${id}: #${number} is not in the books`);
        if (entry && (entry.count !== count || entry.previousCount !== previousCount))
          this.broken.push(`${id}: #${number} is another count in the books`);
      }
      const existing = new Set(events.map(({ lastEventId }) => lastEventId));
      for (const number of inBooks.keys())
        if (!existing.has(number) && !this.lost.has(`${id}:${number}`))
          this.broken.push(`${id}: #${number} is in the books and was never counted`);
      for (const key of this.acknowledged) {
        const [counterId, number] = key.split(":");
        const skipped = this.holes.some(
          (one) =>
            one.counterId === id &&
            !one.confirmed &&
            one.from <= Number(number) &&
            Number(number) <= one.to,
        );
        if (counterId === id && !inBooks.has(Number(number)) && !skipped)
          this.broken.push(`${id}: #${number} was acknowledged and is not in the books`);
      }
    }
  }
}

/** A store whose books have every count. */
export type Books = CatchUpStore & { book(counterId: string): Count[] | undefined };

const inMemory = (): Books =>
  memoryStore<Count[]>({ record: (book = [], count) => [...book, count] });

/** What is wrong in the end: nothing, where everything is in the books, once and in order. */
export async function happenedIn(plan: WorldPlan, mistake: Mistake = {}, books = inMemory()) {
  const world = new World(plan, mistake, books);
  await world.run();
  return { broken: world.broken, counts: world.counts };
}
