import { expect, test } from "vitest";
import {
  dailyCounters,
  SetClock,
  startedDays,
  storedNow,
  tapUp,
} from "../adapters/counters/days/daily-gate.ts";
import { eventually } from "../eventually.ts";
import { stores } from "./service.ts";

const dayMs = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("the service starts days by itself: late here, people's taps of today stay, and today comes once", async () => {
  const yesterday = new SetClock(new Date(Date.now() - dayMs).toISOString());
  const [late, onTime, off, fresh] = await Promise.all([
    dailyCounters(yesterday, { resetTo: 5 }),
    dailyCounters(yesterday),
    dailyCounters(yesterday, { resetDaily: false }),
    dailyCounters(yesterday, { resetTo: 3 }),
  ]);
  for (const [counter] of [late, onTime, off]) await tapUp(yesterday, counter, 7);
  await tapUp(new SetClock(new Date().toISOString()), late[0], 2);
  const today = dateOf(Date.now());
  const counters = [...late, ...onTime, ...fresh];
  // The schedule runs each minute, and a day settles for some seconds.
  await eventually(
    "the days have started",
    async () => {
      const now = await Promise.all(counters.map(storedNow));
      return now.every(({ lastDailyReset = "" }) => lastDailyReset >= today);
    },
    150_000,
  );
  expect(
    (await Promise.all([...counters, ...off].map(storedNow))).map(({ count }) => count),
  ).toEqual([7, 0, 3, 7]);
  // Its next runs find nothing to do.
  const [{ organizationId }] = late;
  await eventually("the next day is planned", async () => {
    const organization = await stores.organizations.get(organizationId);
    return Date.parse(organization?.nextDayStart ?? "") > Date.now();
  });
  expect(await startedDays(late[0])).toHaveLength(1);
}, 200_000);
