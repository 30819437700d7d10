import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { countBy } from "../../../../core/counters/taps/tap.ts";
import { broughtUpToDate, type LaterCount } from "../../../../core/data/restore/counter-state.ts";
import type { StoredItem } from "../../../../core/data/stored-item.ts";
import { lookAtNumbers, type NumberedEvent } from "../../../../core/operations/counter-numbers.ts";

type Events = ReadonlyMap<number, NumberedEvent & { createdAt: string }>;

/** One counter, its events, and backups of both, taken at their own times. */
class World {
  nowMs = Date.parse("2026-11-25T12:00:00Z");
  counter: StoredCounter | undefined;
  events: Events = new Map();
  readonly backups: { counter: StoredCounter; events: Events }[] = [];
  /** All numbers that anybody was told. */
  readonly used = new Set<number>();
  #shown = 0;

  constructor() {
    const key = { organizationId: "org_1", counterId: "ctr_1" };
    this.counter = newCounter({ name: "Gate" }, key, this.nowMs);
    this.backUp();
  }

  /** As fast as DynamoDB takes the events of one counter. */
  count(times: number): void {
    for (let time = 0; time < times && this.counter; time += 1) {
      this.nowMs += 2;
      const counted = countBy(this.counter, { delta: 1, metadata: null, nowMs: this.nowMs });
      if (counted === undefined) throw new Error("out of range");
      const { event } = counted;
      expect(this.used).not.toContain(event.lastEventId);
      expect(this.events.has(event.lastEventId)).toBe(false);
      this.used.add(event.lastEventId);
      this.counter = counted.counter;
      this.events = new Map([...this.events, [event.lastEventId, { ...event, isRestored: false }]]);
      this.#look();
    }
  }

  backUp(): void {
    if (this.counter) this.backups.push({ counter: this.counter, events: this.events });
  }

  lose(what: "counter" | "newest events" | "events"): void {
    if (what === "counter") this.counter = undefined;
    if (what === "events") this.events = new Map();
    if (what === "newest events") this.events = new Map([...this.events].slice(0, -2));
  }

  async restore(what: "counter" | "events", backup: number): Promise<void> {
    this.nowMs += 60_000;
    const { counter, events } = this.backups[backup % this.backups.length] ?? expect.fail();
    if (what === "events") {
      const back = [...events].map(
        ([number, one]) => [number, { ...one, isRestored: true }] as const,
      );
      const all = new Map([...back, ...this.events]);
      this.events = new Map([...all].toSorted(([one], [other]) => one - other));
    } else if (this.counter === undefined) {
      const { set } = await broughtUpToDate(this.#history(), itemOf(counter), this.nowMs);
      this.counter = counterOf(counter, set);
      this.#look();
    }
  }

  async wrong(): Promise<string[]> {
    if (this.counter === undefined) return [];
    const newestFirst = [...this.events.values()].toReversed();
    const ports = {
      counter: async () => this.counter,
      events: async (
        _: unknown,
        { limit, beforeEventId }: { limit: number; beforeEventId: number },
      ) => newestFirst.filter(({ lastEventId }) => lastEventId < beforeEventId).slice(0, limit),
    };
    const { findings } = await lookAtNumbers(ports, this.counter, Number.POSITIVE_INFINITY);
    return findings.map(({ sentence }) => sentence);
  }

  /** Contract §2: a counter's number only increases for whoever reads it. */
  #look(): void {
    expect(this.counter?.lastEventId).toBeGreaterThanOrEqual(this.#shown);
    this.#shown = this.counter?.lastEventId ?? 0;
  }

  #history() {
    const later = [...this.events.values()].toReversed();
    return {
      async *countsAfter(_: unknown, lastEventId: number) {
        for (const event of later) {
          const count = { ...event, delta: BigInt(event.delta), late: false, cause: "tap" };
          if (event.lastEventId > lastEventId) yield count as LaterCount;
        }
      },
      newestSettings: async () => 0,
    };
  }
}

function itemOf({ lastEventId, count, version, updatedAt, holes = {} }: StoredCounter): StoredItem {
  return {
    ...{ organizationId: { S: "org_1" }, counterId: { S: "ctr_1" }, updatedAt: { S: updatedAt } },
    ...{ lastEventId: { N: `${lastEventId}` }, count: { N: `${count}` } },
    version: { N: `${version}` },
    holes: {
      M: Object.fromEntries(Object.entries(holes).map(([from, to]) => [from, { N: `${to}` }])),
    },
  };
}

function counterOf(backup: StoredCounter, set: StoredItem): StoredCounter {
  const number = (name: "count" | "lastEventId" | "version") =>
    Number(set[name]?.N ?? backup[name]);
  const holes = Object.entries(set.holes?.M ?? {}).map(([from, to]) => [from, Number(to.N)]);
  return {
    ...backup,
    ...{ count: number("count"), lastEventId: number("lastEventId"), version: number("version") },
    ...{ updatedAt: set.updatedAt?.S ?? backup.updatedAt, holes: Object.fromEntries(holes) },
  };
}

const step = fc.oneof(
  fc.record({ do: fc.constant("count" as const), times: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant("back up" as const) }),
  fc.record({
    do: fc.constant("lose" as const),
    what: fc.constantFrom("counter" as const, "newest events" as const, "events" as const),
  }),
  fc.record({
    do: fc.constant("restore" as const),
    what: fc.constantFrom("counter" as const, "events" as const),
    backup: fc.nat(9),
  }),
);

test("no number is used twice, and none goes back, whatever is lost and restored in whatever order", async () => {
  let restores = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
      async (steps) => {
        const world = new World();
        for (const one of steps) {
          if (one.do === "count") world.count(one.times);
          else if (one.do === "back up") world.backUp();
          else if (one.do === "lose") world.lose(one.what);
          else await world.restore(one.what, one.backup);
          if (one.do === "restore") restores += 1;
        }
        // Lost events can be missing; what is there never disagrees, and never stands above the counter.
        const wrong = await world.wrong();
        expect(wrong.filter((sentence) => !sentence.includes("lacks events"))).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
  expect(restores).toBeGreaterThan(500);
});
