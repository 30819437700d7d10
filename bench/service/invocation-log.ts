import { setTimeout as delay } from "node:timers/promises";
import type { EnvironmentPool } from "local-aws";
import * as z from "zod";

const longestWaitMs = 120_000;

const Event = z.object({ Records: z.array(z.unknown()) });

/** One invocation as the runtime made it: `event` is what the function got. */
export interface Invocation {
  startedMs: number;
  endedMs: number;
  event: unknown;
}

/** Notes every invocation of a function, and can hold them back; the function is as it was. */
export class InvocationLog {
  #invocations: Invocation[] = [];
  #underWay = 0;
  #mayBegin = Promise.resolve();

  constructor(pool: EnvironmentPool) {
    const invoke = pool.invoke.bind(pool);
    pool.invoke = async (event) => {
      await this.#mayBegin;
      const startedMs = Date.now();
      this.#underWay += 1;
      try {
        return await invoke(event);
      } finally {
        this.#underWay -= 1;
        this.#invocations.push({ startedMs, endedMs: Date.now(), event });
      }
    };
  }

  /** Holds back the invocations until `act` is over, so that the records of a stream pile up. */
  async holdDuring(act: () => Promise<void>): Promise<void> {
    const acting = act();
    this.#mayBegin = acting.catch(() => {});
    await acting;
  }

  /** How many records the invocations got that `take` has not returned yet. */
  get records(): number {
    return this.#invocations.reduce((sum, { event }) => sum + Event.parse(event).Records.length, 0);
  }

  /** The invocations that ended since the last time. */
  take(): Invocation[] {
    return this.#invocations.splice(0);
  }

  /** Waits until invocations that `take` has not returned yet got so many records, and are over. */
  async untilHandled(records: number): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    while (this.records < records) {
      if (performance.now() > deadline) throw new Error(`only ${this.records} of ${records}`);
      await delay(50);
    }
    await this.quiet();
  }

  /** Waits until there has been none for a quarter of a second. */
  async quiet(): Promise<void> {
    for (let calm = 0; calm < 5; calm += 1) {
      const before = this.#invocations.length;
      await delay(50);
      if (this.#underWay > 0 || this.#invocations.length !== before) calm = -1;
    }
  }
}
