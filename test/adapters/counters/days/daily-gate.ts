import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { dynamodbDayResets } from "../../../../adapters/counters/days/dynamodb-day-resets.ts";
import { dynamodbMarkReader } from "../../../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbDueDays } from "../../../../adapters/organizations/dynamodb-due-days.ts";
import { randomBase62 } from "../../../../adapters/random.ts";
import { systemClock } from "../../../../adapters/system-clock.ts";
import type { WaitingClock } from "../../../../core/clock.ts";
import {
  type InitialCounterSettings,
  newCounter,
  type StoredCounter,
} from "../../../../core/counters/counter.ts";
import { newCounterId } from "../../../../core/counters/counter-names.ts";
import { type DayStartPorts, startDays } from "../../../../core/counters/days/start-days.ts";
import { creationBatches } from "../../../../core/counters/settings/counter-creation.ts";
import { countBatch } from "../../../../core/counters/taps/count-batch.ts";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../../core/audit/operator.ts";
import { client, createOrganization, stores, tables } from "../../../system/service.ts";

/**
 * A clock that tests set. They set it to the year 2031: the service's own schedule, which runs by the
 * real clock, finds none of their organizations due.
 */
export class SetClock implements WaitingClock {
  nowMs: number;

  constructor(at: string) {
    this.nowMs = Date.parse(at);
  }

  now = () => this.nowMs;
  backOff = systemClock.backOff;
  sleepUntil = async (timeMs: number) => {
    this.nowMs = Math.max(this.nowMs, timeMs);
  };
}

/** An organization with counters that have a daily reset, unless these settings say otherwise. */
export async function dailyCounters(
  clock: SetClock,
  {
    count = 1,
    timeZone = "UTC",
    ...settings
  }: Partial<InitialCounterSettings> & { count?: number; timeZone?: string } = {},
): Promise<[StoredCounter, ...StoredCounter[]]> {
  const { id: organizationId } = await createOrganization("pro");
  await changeTimeZone(stores, { organizationId, timeZone }, operator);
  const make = () => {
    const key = { organizationId, counterId: newCounterId(randomBase62) };
    return newCounter({ name: "Gate", resetDaily: true, ...settings }, key, clock.now());
  };
  const others = Array.from({ length: count - 1 }, make);
  const counters: [StoredCounter, ...StoredCounter[]] = [make(), ...others];
  const { create, maximumItems } = stores.counterCreator;
  for (const batch of creationBatches(counters, maximumItems)) await create(batch);
  return counters;
}

export function keyOf({ organizationId, id: counterId }: StoredCounter) {
  return { organizationId, counterId };
}

/** Counts so many taps up at the clock's time. */
export async function tapUp(clock: SetClock, counter: StoredCounter, times = 1): Promise<void> {
  for (let left = times; left > 0; left -= 25) {
    const taps = Array.from({ length: Math.min(left, 25) }, () => ({
      tap: { direction: "up", metadata: null } as const,
    }));
    await countBatch(stores.taps, clock, { key: keyOf(counter), taps, attempts: 1_000 });
  }
}

export async function storedNow(counter: StoredCounter): Promise<StoredCounter> {
  const stored = await stores.storedCounters.get(keyOf(counter));
  if (stored === undefined) throw new Error("the counter is gone");
  return stored;
}

/** The dates of the days that started for a counter, newest first. */
export async function startedDays(counter: StoredCounter): Promise<unknown[]> {
  const events = await stores.countEvents.page(keyOf(counter), { limit: 500 });
  return events.flatMap(({ metadata }) =>
    metadata?.adjustment instanceof Object && "day" in metadata.adjustment
      ? [metadata.adjustment.day]
      : [],
  );
}

/** What one run works with, for this organization alone. */
export function portsOf(
  clock: WaitingClock,
  { organizationId }: StoredCounter,
  dynamodb: DynamoDBClient = client,
): DayStartPorts {
  const dueDays = dynamodbDueDays(dynamodb, tables, systemClock);
  return {
    dueDays: {
      ...dueDays,
      due: async (nowMs) =>
        (await dueDays.due(nowMs)).filter((due) => due.organizationId === organizationId),
    },
    dayResets: dynamodbDayResets(dynamodb, tables, systemClock),
    markReader: dynamodbMarkReader(dynamodb, tables),
    clock,
  };
}

/** One run of 50 s for the organization of a counter. */
export async function runFor(clock: SetClock, counter: StoredCounter, dynamodb = client) {
  return await startDays(portsOf(clock, counter, dynamodb), clock.now() + 50_000);
}
