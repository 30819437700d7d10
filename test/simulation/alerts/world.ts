import { type EvaluationStore, evaluateCounts } from "../../../core/alerts/evaluate-counts.ts";
import { handleRecords } from "../../../core/batches/stream-batch.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { reasonOf } from "../../../core/failed-records.ts";
import type { Chance } from "../chance.ts";
import { VirtualTime } from "../virtual-time.ts";
import type { Invocation } from "./commit-log.ts";
import { Counting, type CountingSabotage } from "./counters/counting.ts";
import type { Days } from "./counters/reference-days.ts";
import { Dispatching } from "./dispatching.ts";
import { type Actor, FaultyCalls, isFault } from "./faulty-calls.ts";
import { allConditions, memoryEvaluation, type WriteConditions } from "./memory-evaluation.ts";
import type { OperatorChange } from "./operator.ts";
import { Shard } from "./shard.ts";
import { Tables } from "./tables.ts";

/** What a defect may replace. */
export interface Sabotage {
  /** The conditions that a write still checks. */
  conditions?: Partial<WriteConditions>;
  /** The very store that evaluation gets. */
  store?: (store: EvaluationStore, around: StoreSurroundings) => EvaluationStore;
  /** Creating an alert leaves the version of its counter. */
  keepsVersion?: boolean;
  counting?: CountingSabotage;
  /** What the stream makes of a count. */
  stream?: (count: WatchedCount) => WatchedCount;
}

export interface StoreSurroundings {
  batch: WatchedCount[];
  tables: Tables;
  /** Makes a call of its own to the tables: the process can end before and after it. */
  call<Result>(effect: () => Result): Promise<Result>;
}

const outageMs = 3_600_000;

export interface WorldOptions {
  faults: number;
  /** When the tables fail for an hour; undefined for never. */
  outageAfterMs: number | undefined;
  shards: number;
  days: Days;
  startMs: number;
  /** Of what is dispatched. */
  seed: number;
  sabotage: Sabotage;
}

/** A simulated world: one organization, virtual time, shards of a stream, and seeded faults. */
export class World {
  readonly time: VirtualTime;
  readonly days: Days;
  readonly tables: Tables;
  readonly calls: FaultyCalls;
  readonly dispatching: Dispatching;
  /** Why counts are in the failed-record store; no fault puts them there. */
  readonly unexpected: string[] = [];
  readonly #shards: Shard[];
  readonly #sabotage: Sabotage;

  constructor(
    chance: Chance,
    { faults, outageAfterMs, shards, days, startMs, seed, sabotage }: WorldOptions,
  ) {
    this.#sabotage = sabotage;
    this.time = new VirtualTime(startMs);
    this.days = days;
    const fromMs = this.time.nowMs + (outageAfterMs ?? 0);
    const outage = outageAfterMs === undefined ? undefined : { fromMs, toMs: fromMs + outageMs };
    this.calls = new FaultyCalls({ time: this.time, chance, faults, outage });
    this.dispatching = new Dispatching({ time: this.time, faults, outage }, seed);
    const surroundings = { time: this.time, chance, faults };
    this.#shards = Array.from(
      { length: shards },
      () => new Shard(surroundings, (batch) => this.#invoke(batch)),
    );
    this.tables = new Tables(
      (count) => {
        this.dispatching.append(count);
        // The stream's filter passes only what a group or an alert waits for.
        if (count.groupId === undefined && !count.hasAlerts) return;
        this.#shardOf(count.counterId)?.append(sabotage.stream?.(count) ?? count);
      },
      { timeZone: days.timeZone, dayStarts: days.dayStarts },
    );
    void this.#move(days);
  }

  async #move({ moved }: Days): Promise<void> {
    if (moved === undefined) return;
    await this.time.sleep(moved.atMs - this.time.nowMs);
    this.tables.move(moved.timeZone, this.time.nowMs);
  }

  get repeats(): number {
    return this.#shards.reduce((sum, { repeats }) => sum + repeats, 0);
  }

  /** One process that changes the number of counters; false when a fault ended it. */
  async ask(work: (counting: Counting) => Promise<void>): Promise<boolean> {
    const actor = { crashed: false };
    const access = {
      read: <Item>(item: () => Item) => this.calls.call(actor, item),
      transact: (transaction: () => boolean) => this.calls.transaction(actor, transaction, false),
      clock: this.#clock(),
    };
    const counting = new Counting(this.tables, access, this.#sabotage.counting ?? {});
    return (await orFault(work(counting).then(() => true))) ?? false;
  }

  /** Notes what no fault has caused. */
  notFaults(errors: unknown[]): void {
    const unexpected = errors.filter((error) => !isFault(error));
    this.unexpected.push(...unexpected.map(String));
  }

  /** An operator's command; one that breaks off is not given again. */
  async operate(change: OperatorChange): Promise<void> {
    const actor = { crashed: false };
    const ports = {
      tables: this.tables,
      read: <Item>(item: () => Item) => this.calls.call(actor, item),
      transact: (transaction: () => boolean) => this.calls.transaction(actor, transaction, false),
      nowMs: () => this.time.nowMs,
    };
    for (let done: boolean | undefined = false; done === false; ) {
      done = await orFault(change(ports));
      if (done === false) await this.calls.backOff(1);
    }
  }

  /** One invocation of the function; returns how many records Lambda takes as handled. */
  async #invoke(batch: WatchedCount[]): Promise<number> {
    const actor = { crashed: false };
    const invocation: Invocation = { batch, beganAt: this.tables.log.length };
    const store = this.#store(actor, invocation);
    let failures = new Set<WatchedCount>();
    const ports = {
      handle: async (counts: WatchedCount[]) => {
        const failed = await evaluateCounts({ store, clock: this.#clock() }, counts);
        failures = new Set(failed.map(({ item }) => item));
        return failed;
      },
      isFailedCall: isFault,
      store: async (_: number, why: unknown) => void this.unexpected.push(reasonOf(why)),
      hasTime: () => true,
    };
    const readings = batch.map((item) => ({ item }));
    const { done } = await handleRecords(ports, readings);
    if (actor.crashed) return 0;
    const counts = batch.filter((count) => !failures.has(count));
    this.tables.log.push({ kind: "handled", invocation, counts });
    return done;
  }

  #store(actor: Actor, invocation: Invocation): EvaluationStore {
    const { conditions, store: sabotage } = this.#sabotage;
    const { calls, tables } = this;
    const store = memoryEvaluation(tables, invocation, { ...allConditions, ...conditions });
    const faulty: EvaluationStore = {
      ...store,
      entitlement: (id) => calls.call(actor, () => store.entitlement(id)),
      alerts: (target) => calls.call(actor, () => store.alerts(target)),
      group: (key) => calls.call(actor, () => store.group(key)),
      members: (key, counterIds) => calls.call(actor, () => store.members(key, counterIds)),
      write: (write) => calls.transaction(actor, () => store.write(write), "conflict"),
    };
    if (sabotage === undefined) return faulty;
    const call = <Result>(effect: () => Result) => calls.call(actor, effect);
    return sabotage(faulty, { batch: invocation.batch, tables, call });
  }

  #clock() {
    return {
      now: () => this.time.nowMs,
      backOff: (conflicts: number) => this.calls.backOff(conflicts),
      sleepUntil: (timeMs: number) => this.time.sleep(Math.max(0, timeMs - this.time.nowMs)),
    };
  }

  #shardOf(counterId: string): Shard | undefined {
    return this.#shards[Number(counterId.at(-1)) % this.#shards.length];
  }
}

/** Undefined when a fault ended it. */
async function orFault<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
