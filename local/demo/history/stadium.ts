import { hourMs, minuteMs } from "../../../core/time-zone.ts";
import { seededRandom } from "./seeded-random.ts";
import { dayStarts, daysBefore, firstMs, inOrder, type PastTimes, type Step } from "./step.ts";

/** How many people have a place in the stand. */
export const standCapacity = 240;

/** How many have come today: a few more, and the stand is full. */
const inToday = standCapacity - 3;

export const shuttleSeats = 40;
/** Seats that a party takes. */
export const shuttleParty = 4;
const parties = shuttleSeats / shuttleParty;

export interface StadiumPast {
  north: Step[];
  south: Step[];
  shuttle: Step[];
}

/** A match on each Saturday, and people who come for one now. */
export function stadiumPast(seed: number, times: PastTimes): StadiumPast {
  const random = seededRandom(seed);
  const past: StadiumPast = {
    north: dayStarts(times),
    south: dayStarts(times),
    shuttle: [...dayStarts(times), back(firstMs(times))],
  };
  for (const { startMs } of daysBefore(times).filter(({ weekday }) => weekday === 6)) {
    const crowd = Math.round(standCapacity * (0.62 + random() * 0.36));
    for (let index = 0; index < crowd; index += 1) {
      const gate = random() < 0.55 ? past.north : past.south;
      const entersMs = startMs + 13.5 * hourMs + (random() + random()) * 45 * minuteMs;
      gate.push(tap(entersMs, "up"));
      const leavesMs = startMs + 16.8 * hourMs + random() * 25 * minuteMs;
      if (random() > 0.01) gate.push(tap(leavesMs, "down"));
    }
    for (const hour of [13.4, 13.8, 14.2, 14.6]) past.shuttle.push(...trip(startMs, hour, random));
  }
  const sinceMs = Math.max(times.todayMs + minuteMs, times.nowMs - 1.5 * hourMs);
  for (let index = 0; index < inToday; index += 1) {
    const gate = random() < 0.55 ? past.north : past.south;
    gate.push(tap(sinceMs + random() * (times.nowMs - sinceMs), "up"));
  }
  for (let party = 1; party <= parties - 3; party += 1) {
    past.shuttle.push(tap(times.nowMs - (parties - party) * minuteMs, "down"));
  }
  return {
    north: inOrder(past.north, times.nowMs),
    south: inOrder(past.south, times.nowMs),
    shuttle: inOrder(past.shuttle, times.nowMs),
  };
}

function trip(startMs: number, hour: number, random: () => number): Step[] {
  const full = parties - Math.floor(random() * 3);
  const atMs = startMs + hour * hourMs;
  const taps = Array.from({ length: full }, (_, index) => tap(atMs + index * minuteMs, "down"));
  return [...taps, back(atMs + 20 * minuteMs)];
}

function back(atMs: number): Step {
  return { atMs, does: "set", to: shuttleSeats, reason: "The shuttle is back" };
}

function tap(atMs: number, direction: "up" | "down"): Step {
  return { atMs: Math.round(atMs), does: "tap", direction };
}
