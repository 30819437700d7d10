import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { countBy } from "../../../../core/counters/taps/tap.ts";
import { broughtUpToDate, type LaterCount } from "../../../../core/data/restore/counter-state.ts";
import type { StoredItem } from "../../../../core/data/stored-item.ts";
import { runs } from "../../../soak/runs.ts";

type Events = ReadonlyMap<number, CountEvent>;

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
      this.events = new Map([...this.events, [event.lastEventId, event]]);
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
      const all = new Map([...events, ...this.events]);
      this.events = new Map([...all].toSorted(([one], [other]) => one - other));
    } else if (this.counter === undefined) {
      const { set } = await broughtUpToDate(this.#history(), itemOf(counter), this.nowMs);
      this.counter = counterOf(counter, set);
      this.#look();
    }
  }

  /** What is there never disagrees with what follows it, and none stands above the counter. */
  wrong(): CountEvent[] {
    const { counter } = this;
    if (counter === undefined) return [];
    return [...this.events.values()].filter(({ lastEventId, count, previousCount, delta }) => {
      const above = this.events.get(lastEventId + 1);
      const isNewest = lastEventId === counter.lastEventId;
      const next = isNewest ? counter.count : (above?.previousCount ?? count);
      return previousCount + delta !== count || next !== count || lastEventId > counter.lastEventId;
    });
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

function itemOf({ lastEventId, count, version, updatedAt }: StoredCounter): StoredItem {
  return {
    ...{ organizationId: { S: "org_1" }, counterId: { S: "ctr_1" }, updatedAt: { S: updatedAt } },
    ...{ lastEventId: { N: `${lastEventId}` }, count: { N: `${count}` } },
    version: { N: `${version}` },
  };
}

function counterOf(backup: StoredCounter, set: StoredItem): StoredCounter {
  const number = (name: "count" | "lastEventId" | "version") =>
    Number(set[name]?.N ?? backup[name]);
  return {
    ...backup,
    ...{ count: number("count"), lastEventId: number("lastEventId"), version: number("version") },
    updatedAt: set.updatedAt?.S ?? backup.updatedAt,
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
        expect(world.wrong()).toEqual([]);
      },
    ),
    { numRuns: runs(2_000) },
  );
  expect(restores).toBeGreaterThan(runs(1_500));
});
