import { dayOf } from "../../../core/calendar.ts";
import { hourMs, minuteMs } from "../../../core/time-zone.ts";
import { seededRandom } from "./seeded-random.ts";
import { dayStarts, daysBefore, inOrder, type PastTimes, type Step } from "./step.ts";

/** How many people may be in the museum. */
export const museumCapacity = 120;

interface MuseumDay {
  isWeekend: boolean;
  startMs: number;
  opensMs: number;
  closesMs: number;
  visitors: number;
  /** Its side door stood open, and people left uncounted. */
  isSideDoorOpen: boolean;
}

interface Visit {
  entersMs: number;
  leavesMs: number;
  gate: "main" | "back";
  /** Nobody counted when they left. */
  leavesUnseen: boolean;
  getsWristband: boolean;
}

export interface MuseumPast {
  main: Step[];
  back: Step[];
  wristbands: Step[];
}

/** On weekdays from Sunday to Saturday, in ordinary weather; the museum is closed on Mondays. */
const usualVisitors = [190, 0, 70, 75, 85, 90, 165];

/** The festival ended on a Sunday, some days ago. */
const festivalEnd = { from: 15, to: 21 };
/** From Friday to Sunday. */
const festivalLength = 3;
/** The side door stood open on the first open day from here on. */
const sideDoorDaysAgo = 10;
const reason = "Counted by hand: people left by the open side door";

/** Eight weeks of the museum, and today until now: people leave by the gate at which they came. */
export function museumPast(seed: number, times: PastTimes): MuseumPast {
  const random = seededRandom(seed);
  const past: MuseumPast = { main: dayStarts(times), back: dayStarts(times), wristbands: [] };
  for (const day of museumDays(random, times)) {
    const visits = visitsOf(random, day);
    for (const { gate, ...each } of visits) {
      past[gate].push({ atMs: each.entersMs, does: "tap", direction: "up" });
      if (!each.leavesUnseen) {
        past[gate].push({ atMs: each.leavesMs, does: "tap", direction: "down" });
      }
      const atMs = each.entersMs + 2 * minuteMs;
      if (each.getsWristband) past.wristbands.push({ atMs, does: "tap", direction: "up" });
    }
    if (day.isSideDoorOpen) past.back.push(handCount(day, visits));
  }
  return {
    main: inOrder(past.main, times.nowMs),
    back: inOrder(past.back, times.nowMs),
    wristbands: inOrder(past.wristbands, times.nowMs),
  };
}

function museumDays(random: () => number, times: PastTimes): MuseumDay[] {
  const sideDoorAgo = [0, 1].map((more) => sideDoorDaysAgo - more);
  const isClosed = (weekday: number) => usualVisitors[weekday] === 0;
  const days = daysBefore(times);
  const open = days.filter(({ weekday }) => !isClosed(weekday));
  const sideDoor = open.find(({ ago }) => sideDoorAgo.includes(ago));
  const isEnd = ({ weekday, ago }: { weekday: number; ago: number }) =>
    weekday === 0 && ago >= festivalEnd.from && ago <= festivalEnd.to;
  const endAgo = open.find(isEnd)?.ago ?? festivalEnd.from;
  const before = open.map((day): MuseumDay => {
    const { startMs, weekday, ago } = day;
    const isFestival = ago >= endAgo && ago < endAgo + festivalLength;
    // Rain brings people in, and a fine day keeps them out.
    const weather = 0.82 + random() * 0.45;
    const wanted = (usualVisitors[weekday] ?? 0) * weather * (isFestival ? 1.6 : 1);
    return {
      ...{ startMs, isWeekend: [0, 6].includes(weekday) },
      opensMs: startMs + 10 * hourMs,
      // Late on Thursdays.
      closesMs: startMs + (weekday === 4 ? 20 : 18) * hourMs,
      visitors: Math.round(wanted),
      isSideDoorOpen: day === sideDoor,
    };
  });
  return [...before, today(times)];
}

/** A demo is started at any hour: the museum has been open for four hours then, or all day. */
function today(times: PastTimes): MuseumDay {
  const { todayMs, nowMs } = times;
  const opensMs = Math.max(todayMs + minuteMs, nowMs - 4 * hourMs);
  const closesMs = opensMs + 8 * hourMs;
  const isWeekend = [0, 6].includes(new Date(dayOf(times, todayMs).date).getUTCDay());
  return { startMs: todayMs, isWeekend, opensMs, closesMs, visitors: 200, isSideDoorOpen: false };
}

/** Most people come in parties. */
function visitsOf(random: () => number, day: MuseumDay): Visit[] {
  const visits: Visit[] = [];
  while (visits.length < day.visitors) {
    const party = partyOf(random, day);
    const people = 1 + Math.floor(random() * 4);
    for (let person = 0; person < people; person += 1) {
      visits.push(visitIn(random, { day, party, afterMs: person * secondsApart * 1_000 }));
    }
  }
  return visits;
}

const secondsApart = 2;

type Party = Pick<Visit, "entersMs" | "leavesMs" | "gate">;

function partyOf(random: () => number, { opensMs, closesMs }: MuseumDay): Party {
  // Most come around the middle of the time in which people are let in.
  const share = (random() + random() * 0.9 + random() * 0.6) / 2.5;
  const entersMs = Math.round(opensMs + share * (closesMs - hourMs - opensMs));
  const staysMs = (45 + random() * 105) * minuteMs;
  const latestMs = closesMs + random() * 15 * minuteMs;
  const leavesMs = Math.round(Math.min(entersMs + staysMs, latestMs));
  return { entersMs, leavesMs, gate: random() < 0.7 ? "main" : "back" };
}

function visitIn(
  random: () => number,
  { day, party, afterMs }: { day: MuseumDay; party: Party; afterMs: number },
): Visit {
  const { gate } = party;
  const entersMs = party.entersMs + afterMs;
  const leavesMs = party.leavesMs + afterMs;
  const isByOpenDoor =
    day.isSideDoorOpen &&
    gate === "back" &&
    leavesMs > day.startMs + 13 * hourMs &&
    leavesMs < handCountMs(day);
  return {
    ...{ entersMs, leavesMs, gate },
    leavesUnseen: random() < (isByOpenDoor ? 0.6 : 0.006),
    getsWristband: random() < (day.isWeekend ? 0.35 : 0.22),
  };
}

function handCountMs({ startMs }: MuseumDay): number {
  return startMs + 16.5 * hourMs;
}

/** Somebody counts who is in, and sets the number. */
function handCount(day: MuseumDay, visits: Visit[]): Step {
  const atMs = handCountMs(day);
  const isIn = ({ gate, entersMs, leavesMs }: Visit) =>
    gate === "back" && entersMs <= atMs && leavesMs > atMs;
  return { atMs, does: "set", to: visits.filter(isIn).length, reason };
}
