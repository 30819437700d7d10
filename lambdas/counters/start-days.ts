import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import * as z from "zod";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { dynamodbDayResets } from "../../adapters/counters/days/dynamodb-day-resets.ts";
import { dynamodbMarkReader } from "../../adapters/counters/dynamodb-count-marks.ts";
import { dynamodbDueDays } from "../../adapters/organizations/dynamodb-due-days.ts";
import { patientClock, systemClock } from "../../adapters/system-clock.ts";
import { startDays } from "../../core/counters/days/start-days.ts";
import { environmentOf } from "../functions/environment.ts";
import { startDays as definition, startDaysRunSeconds } from "../functions/events.ts";
import { logger } from "../telemetry/logger.ts";

const { tables } = environmentOf(definition, process.env);
const client = dynamodbClient();
const metrics = new Metrics();

const ports = {
  dueDays: dynamodbDueDays(client, tables, systemClock),
  dayResets: dynamodbDayResets(client, tables, systemClock),
  markReader: dynamodbMarkReader(client, tables),
  clock: patientClock,
};

/** What the schedule sends; by hand, a run needs no time. */
const Message = z.object({ scheduledTime: z.iso.datetime().optional() }).catch({});

/** An invocation that is older leaves the work to a newer one. A new version is tried with such a time. */
const latestMs = 5 * 60_000;

/** Invoked every minute. What fails is tried again by the next run. */
export const handler = async (event: unknown): Promise<object> => {
  const { scheduledTime } = Message.parse(event);
  if (scheduledTime && systemClock.now() - Date.parse(scheduledTime) > latestMs)
    return { result: "skipped" };
  const untilMs = systemClock.now() + startDaysRunSeconds * 1_000;
  const { resets, started, delayMs, outOfRange, errors } = await startDays(ports, untilMs);
  for (const error of errors)
    logger.error("a day did not start; the next run tries again", { error });
  for (const key of outOfRange)
    logger.error("a counter keeps its number: an event cannot hold its daily reset", { ...key });
  if (started > 0) logger.info("days started", { organizations: started, resets });
  metrics.addMetric("DayStartDelay", MetricUnit.Milliseconds, delayMs);
  metrics.addMetric("DailyResets", MetricUnit.Count, resets);
  metrics.publishStoredMetrics();
  return { result: "run", organizations: started, resets };
};
