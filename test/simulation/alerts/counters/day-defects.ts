import { dayOf } from "../../../../core/calendar.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import type { Sabotage } from "../world.ts";
import type { CounterStores, StoreSurroundings } from "./counting.ts";

/** Mistakes that starts of days can have; the simulation must find each of them. */
export const dayDefects: Record<string, Sabotage> = {
  "a start that comes late takes away what was counted since": {
    counting: {
      stores: (stores, { tables }) => ({
        ...stores,
        days: {
          ...stores.days,
          markReader: {
            async from(target, page) {
              const marks = await stores.days.markReader.from(target, page);
              const level = BigInt(tables.counters.get(target.targetId)?.count ?? 0);
              return marks.map((mark) => ({ ...mark, level }));
            },
          },
        },
      }),
    },
  },
  "a day starts again when it comes again": {
    counting: { stores: withCounters(({ lastDailyReset: _, ...counter }) => counter) },
  },
  "a day starts again where clocks go back over its start": {
    counting: {
      stores: withCounters(({ lastDailyReset = "", ...counter }, { tables, nowMs }) => {
        const shown = lastShownMs(tables.calendar, nowMs());
        const isNew = Date.parse(counter.lastCountAt ?? "") < shown;
        return isNew ? counter : { ...counter, lastDailyReset };
      }, comesAgain),
    },
  },
  "a date that has started starts for nobody again": {
    counting: { stores: (stores, around) => ({ ...stores, days: onceADate(stores.days, around) }) },
  },
  "the start of a day takes away a number that was set since": {
    counting: { stores: withCounters(({ lastAdjustedAt: _, ...counter }) => counter) },
  },
  "a daily reset begins with the day in which it is switched on": {
    counting: { stores: withCounters(({ dailyResetSince: _, ...counter }) => counter) },
  },
};

/** The stores with starts of days that see other counters. */
function withCounters(
  seen: (counter: StoredCounter, around: StoreSurroundings) => StoredCounter,
  change: (days: CounterStores["days"], around: StoreSurroundings) => CounterStores["days"] = (
    days,
  ) => days,
) {
  return (stores: CounterStores, around: StoreSurroundings): CounterStores => {
    const { dayResets } = stores.days;
    const days = {
      ...stores.days,
      dayResets: {
        daily: async (organizationId: string) =>
          (await dayResets.daily(organizationId)).map((counter) => seen(counter, around)),
        reset: (
          listed: StoredCounter,
          decide: Parameters<typeof dayResets.reset>[1],
        ): ReturnType<typeof dayResets.reset> =>
          dayResets.reset(listed, (counter) => decide(seen(counter, around))),
      },
    };
    return { ...stores, days: change(days, around) };
  };
}

/** An organization is due whenever the clocks show the time at which its days start. */
function comesAgain(
  { dueDays, ...days }: CounterStores["days"],
  { tables }: StoreSurroundings,
): CounterStores["days"] {
  return {
    ...days,
    dueDays: {
      ...dueDays,
      advance: async (claimed, next) => {
        const shownMs = lastShownMs(tables.calendar, Date.parse(next) - 1);
        const isAhead = shownMs > Date.parse(claimed.nextDayStart);
        await dueDays.advance(claimed, isAhead ? new Date(shownMs).toISOString() : next);
      },
    },
  };
}

const lastStarted = new WeakMap<StoreSurroundings["tables"], string>();

/** The organization, not each counter, remembers which dates have started. */
function onceADate(
  { dueDays, dayResets, ...days }: CounterStores["days"],
  { tables, nowMs }: StoreSurroundings,
): CounterStores["days"] {
  const date = () => dayOf(tables.calendar, nowMs()).date;
  return {
    ...days,
    dueDays: {
      ...dueDays,
      advance: async (claimed, next) => {
        lastStarted.set(tables, date());
        await dueDays.advance(claimed, next);
      },
    },
    dayResets: {
      ...dayResets,
      daily: async (organizationId) =>
        date() <= (lastStarted.get(tables) ?? "") ? [] : await dayResets.daily(organizationId),
    },
  };
}

const quarterMs = 900_000;

/** When the clocks last showed the time at which days start, whatever the date. */
function lastShownMs(
  { timeZone, dayStarts }: StoreSurroundings["tables"]["calendar"],
  nowMs: number,
): number {
  const at = dayStarts?.at(-1)?.at ?? "00:00";
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, timeStyle: "short" });
  let shownMs = Math.floor(nowMs / quarterMs) * quarterMs;
  const oldestMs = shownMs - 2 * 86_400_000;
  while (shownMs > oldestMs && clock.format(shownMs) !== at) shownMs -= quarterMs;
  return shownMs;
}
