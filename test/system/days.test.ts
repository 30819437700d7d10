import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { dayStartIndexUpdate } from "../../adapters/organizations/dynamodb-due-days.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import {
  dailyCounters,
  SetClock,
  startedDays,
  storedNow,
  tapUp,
} from "../adapters/counters/days/daily-gate.ts";
import { eventually } from "../eventually.ts";
import { client, stores, tables } from "./service.ts";

const dayMs = 86_400_000;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("the service starts days by itself: late here, people's taps of today stay, and today comes once", async () => {
  const yesterday = new SetClock(new Date(Date.now() - dayMs).toISOString());
  const [late, onTime, off, fresh] = await Promise.all([
    dailyCounters(yesterday, { resetTo: 5, resetDaily: false }),
    dailyCounters(yesterday),
    dailyCounters(yesterday, { resetDaily: false }),
    dailyCounters(yesterday, { resetTo: 3 }),
  ]);
  for (const [counter] of [late, onTime, off]) await tapUp(yesterday, counter, 7);
  await tapUp(new SetClock(new Date().toISOString()), late[0], 2);
  // Only now is its day due: a run before the taps of today would have nothing to keep.
  await resetDailySince(yesterday, late[0]);
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

/** As if it had been switched on then: a setting that changes now counts from now on. */
async function resetDailySince(clock: SetClock, { organizationId, id }: StoredCounter) {
  const counter = {
    TableName: tables.counters,
    Key: marshall({ organizationId, counterId: id }),
    UpdateExpression: "SET resetDaily = :yes",
    ExpressionAttributeValues: marshall({ ":yes": true }),
  };
  const updatedAt = new Date(clock.now()).toISOString();
  const organization = dayStartIndexUpdate(tables, { organizationId, updatedAt });
  await client.send(
    new TransactWriteItemsCommand({ TransactItems: [{ Update: counter }, organization] }),
  );
}
