import { expect, test } from "vitest";
import type { TurnClock } from "../../../../core/clock.ts";
import {
  type ReservedTurn,
  type TurnRequest,
  Turns,
} from "../../../../core/counters/taps/turns.ts";

const key = { organizationId: "org_1", counterId: "ctr_1" };
const quiet = { organizationId: "org_1", counterId: "ctr_2" };

/** A clock that sleeping moves, and a line of turns on it. */
class World {
  nowMs = Date.UTC(2026, 10, 22, 6);
  endsMs = 0;
  lastBeganMs: number | undefined;
  readonly asked: TurnRequest[] = [];
  readonly backOffs: number[] = [];
  readonly clock: TurnClock = {
    now: () => this.nowMs,
    sleepUntil: async (timeMs) => {
      this.nowMs = Math.max(this.nowMs, timeMs);
    },
    backOff: async (conflicts) => void this.backOffs.push(conflicts),
  };

  turns(give = async (turn: TurnRequest) => this.give(turn)): Turns {
    return new Turns({ reserve: (_, turn) => give(turn) }, this.clock);
  }

  give(turn: TurnRequest): ReservedTurn | undefined {
    this.asked.push(turn);
    const beginsMs = Math.max(this.endsMs, turn.nowMs);
    if (beginsMs > turn.latestMs) return undefined;
    const beforeMs = this.endsMs < turn.nowMs ? undefined : this.lastBeganMs;
    this.lastBeganMs = beginsMs;
    this.endsMs = beginsMs + turn.lengthMs;
    return { beginsMs, beforeMs };
  }
}

test("a counter on which nobody else was met is not crowded, and no turn is asked for", () => {
  const world = new World();
  const turn = world.turns().on(key);
  turn.used();
  expect([turn.isCrowded, world.asked]).toEqual([false, []]);
});

test("after a conflict the counter is crowded for two seconds, and no other counter is", async () => {
  const world = new World();
  const turns = world.turns();
  await turns.on(key).wait(1);
  expect([turns.on(key).isCrowded, turns.on(quiet).isCrowded]).toEqual([true, false]);
  world.nowMs += 1_999;
  expect(turns.on(key).isCrowded).toBe(true);
  world.nowMs += 1;
  expect(turns.on(key).isCrowded).toBe(false);
});

test("who still waits in a line finds the counter crowded for longer; who is alone does not", async () => {
  const world = new World();
  const turns = world.turns();
  await turns.on(key).wait(1);
  world.nowMs += 1_500;
  world.endsMs = world.nowMs + 20;
  await turns.on(key).wait(0);
  world.nowMs += 1_500;
  expect(turns.on(key).isCrowded).toBe(true);
  await turns.on(key).wait(0);
  world.nowMs += 500;
  expect(turns.on(key).isCrowded).toBe(false);
});

test("turns of several instances follow one another without overlap", async () => {
  const world = new World();
  const startedMs = world.nowMs;
  const begun: number[] = [];
  for (let instance = 0; instance < 6; instance += 1) {
    // All ask at the same time, whatever the waits of the others move.
    const asked: TurnClock = { ...world.clock, now: () => startedMs };
    const turns = new Turns({ reserve: async (_, turn) => world.give(turn) }, asked);
    await turns.on(key).wait(1);
    begun.push(world.nowMs - startedMs);
  }
  expect(begun).toEqual([0, 25, 50, 75, 100, 125]);
});

test("where the line is too long, attempts wait at random as they did before there were turns", async () => {
  const world = new World();
  const turns = world.turns();
  world.endsMs = world.nowMs + 751;
  await turns.on(key).wait(3);
  expect(world.backOffs).toEqual([3]);
  expect(turns.on(key).isCrowded).toBe(true);
});

test("turns that cannot be had hold no tap up", async () => {
  const world = new World();
  const turns = world.turns(() => Promise.reject(new Error("throttled")));
  await turns.on(key).wait(0);
  expect(world.backOffs).toEqual([1]);
});

test.each<[string, usedMs: number, lengthMs: number]>([
  ["as short as they need to be", 15, 14],
  ["no shorter than 10 ms", 2, 10],
  ["as long as they need to be", 100, 90],
  ["no longer than 200 ms", 9_000, 200],
])("turns become %s", async (_, usedMs, lengthMs) => {
  const world = new World();
  const turns = world.turns();
  for (let used = 0; used < 40; used += 1) {
    const turn = turns.on(key);
    await turn.wait(1);
    world.nowMs += usedMs;
    turn.used();
  }
  await turns.on(key).wait(1);
  expect(world.asked[0]?.lengthMs).toBe(25);
  expect(world.asked.at(-1)?.lengthMs).toBe(lengthMs);
});

test("a turn reads again until the turn before has written the counter, for no longer than a turn", async () => {
  const world = new World();
  const turns = world.turns();
  const firstMs = world.nowMs;
  await turns.on(key).wait(1);
  const second = turns.on(key);
  world.nowMs = firstMs + 5;
  await second.wait(1);
  expect(world.nowMs).toBe(firstMs + 25);

  const writes = [firstMs - 1, firstMs - 1, firstMs + 4, firstMs + 9];
  const changed = () => ({ updatedAt: new Date(writes.shift() ?? firstMs - 1).toISOString() });
  expect(await second.read(async () => changed())).toEqual({
    updatedAt: new Date(firstMs + 4).toISOString(),
  });
  expect(writes).toEqual([firstMs + 9]);

  let reads = 0;
  const begunMs = world.nowMs;
  await second.read(async () => {
    reads += 1;
    return { updatedAt: new Date(firstMs - 1).toISOString() };
  });
  expect(world.nowMs - begunMs).toBeLessThan(25 + 4);
  expect(reads).toBeLessThan(15);
});

test("a turn whose line was empty reads once, as does a request without a turn", async () => {
  const world = new World();
  const turns = world.turns();
  const [turn, none] = [turns.on(key), turns.on(key)];
  await turn.wait(1);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { updatedAt: new Date(0).toISOString() };
  };
  await turn.read(read);
  await none.read(read);
  expect(reads).toBe(2);
});

test("the wait for the turn before is no part of what a turn is found to need", async () => {
  const world = new World();
  const turns = world.turns();
  for (let used = 0; used < 40; used += 1) {
    world.endsMs = world.nowMs;
    world.lastBeganMs = world.nowMs - 5;
    const turn = turns.on(key);
    await turn.wait(1);
    let isLate = true;
    await turn.read(async () => {
      const updatedAt = new Date(isLate ? 0 : world.nowMs).toISOString();
      isLate = false;
      return { updatedAt };
    });
    world.nowMs += 20;
    turn.used();
  }
  await turns.on(key).wait(1);
  expect(world.asked.at(-1)?.lengthMs).toBe(18);
});
