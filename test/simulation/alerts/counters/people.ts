import type { Chance } from "../../chance.ts";
import type { Period } from "../../virtual-time.ts";
import type { World } from "../world.ts";
import type { Counting, DeviceTap } from "./counting.ts";

interface Circumstances {
  chance: Chance;
  period: Period;
}

/** From how many of the last taps made here one is undone. */
const undoable = 10;

/**
 * A device at a gate: sends each tap and each undo again until it is told what became of it, gives some
 * up, and now and then sends again what was settled long ago.
 */
export async function countOnDevice(
  world: World,
  counterId: string,
  { chance, period }: Circumstances,
): Promise<void> {
  const { time } = world;
  const made: DeviceTap[] = [];
  const pauseMs = chance.between(50, 800);
  const send = (sent: (counting: Counting) => Promise<void>) => untilTold(world, sent, chance);
  const tap = (taps: DeviceTap[]) => send((counting) => counting.tap(counterId, taps));
  const undo = (taps: DeviceTap[]) => {
    const ids = taps.map(({ id }) => id);
    return send((counting) => counting.undo(counterId, ids, time.nowMs));
  };
  await time.sleep(period.fromMs - time.nowMs);
  while (time.nowMs < period.toMs) {
    await time.sleep(chance.between(0, 2 * pauseMs));
    const what = chance.next();
    if (made.length === 0 || what < 0.5) {
      const taps = newTaps(made.length, { chance, nowMs: time.nowMs, counterId });
      made.push(...taps);
      const told = tap(taps);
      // Undone while they are on their way, which can take long.
      if (chance.happens(0.3)) void undo(someOf(taps, chance));
      else if (chance.happens(0.7)) await told;
    } else if (what < 0.85) {
      const taps = someOf(made.slice(-undoable), chance);
      if (chance.happens(0.2)) void undo(taps);
      await undo(taps);
    } else {
      void tap(someOf(made, chance));
    }
  }
}

/** Sets or resets a counter, with forms that come again. */
export async function adjustAgain(
  world: World,
  counterId: string,
  { chance, period }: Circumstances,
): Promise<void> {
  const { time } = world;
  await time.sleep(period.fromMs - time.nowMs);
  for (let number = 0; time.nowMs < period.toMs; number += 1) {
    await time.sleep(chance.between(0, 3_000));
    if (time.nowMs >= period.toMs) return;
    const formId = `${counterId}-${period.fromMs}-${number}`;
    const present = world.tables.counters.get(counterId)?.count ?? 0;
    const to = chance.pick([null, present, Math.floor(chance.between(-10, 60))]);
    const adjust = () =>
      untilTold(world, (counting) => counting.adjust(counterId, formId, to), chance);
    if (chance.happens(0.3)) void adjust();
    await adjust();
    if (chance.happens(0.3)) {
      await time.sleep(chance.between(0, 500));
      await adjust();
    }
  }
}

/** Sends a request again and again; some are given up, and nobody knows what became of them. */
async function untilTold(
  world: World,
  send: (counting: Counting) => Promise<void>,
  chance: Chance,
): Promise<void> {
  for (let pauseMs = 20; !(await world.ask(send)); pauseMs = Math.min(2 * pauseMs, 600_000)) {
    if (chance.happens(0.1)) return;
    await world.time.sleep(chance.between(0, pauseMs));
  }
}

function newTaps(
  from: number,
  { chance, nowMs, counterId }: { chance: Chance; nowMs: number; counterId: string },
): DeviceTap[] {
  return Array.from({ length: Math.floor(chance.between(1, 5)) }, (_, index) => ({
    id: `${counterId}-${nowMs}-${from + index}`,
    direction: chance.pick<DeviceTap["direction"]>(["up", "up", "down"]),
    madeAtMs: nowMs,
  }));
}

function someOf(taps: DeviceTap[], chance: Chance): DeviceTap[] {
  const some = taps.filter(() => chance.happens(0.3)).slice(0, 5);
  return some.length > 0 ? some : taps.slice(-1);
}
