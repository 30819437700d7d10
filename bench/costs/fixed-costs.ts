import type { Usage } from "./usage.ts";

/** What the template has that is paid for by the month; a test counts it there. */
export const paidByTheMonth = {
  alarmMetrics: 171,
  compositeAlarms: 5,
  dashboards: 1,
  keys: 1,
  secrets: 2,
  polledQueues: 3,
};

const minutesOfMonth = 30 * 24 * 60;

/** The runs that start days, while no day is to be started: one a minute asks the index. */
const dayStartUsage: Usage = {
  dynamodbRead: 0.5 * minutesOfMonth,
  lambdaRequest: minutesOfMonth,
  lambdaDuration: 0.05 * minutesOfMonth,
  logsIngestion: 600 * minutesOfMonth,
  metric: 2,
};

/** What is paid every month, whatever is counted; of the canary only its alarms and its secret. */
export const fixedUsage: Usage = {
  ...dayStartUsage,
  alarmMetric: paidByTheMonth.alarmMetrics,
  compositeAlarm: paidByTheMonth.compositeAlarms,
  dashboard: paidByTheMonth.dashboards,
  kmsKey: paidByTheMonth.keys,
  secret: paidByTheMonth.secrets,
  // Lambda keeps five long polls of 20 s on each queue.
  sqsRequest: paidByTheMonth.polledQueues * 5 * 3 * minutesOfMonth,
};

/**
 * One run a minute; its alarms and its secret are in the fixed usage. The units are counted from the
 * calls of a run that passes. A run is assumed to take 1.5 s, most of which it waits, and 0.05 s of
 * each of the other four functions. Two functions read its secret every five minutes.
 */
export const canaryUsage: Usage = {
  dynamodbWrite: 14 * minutesOfMonth,
  dynamodbRead: 11 * minutesOfMonth,
  lambdaRequest: 5 * minutesOfMonth,
  lambdaDuration: 1.7 * minutesOfMonth,
  httpApiRequest: 2 * minutesOfMonth,
  sqsRequest: 3 * minutesOfMonth,
  logsIngestion: 5_000 * minutesOfMonth,
  secretRequest: (2 * minutesOfMonth) / 5,
  kmsRequest: minutesOfMonth / 5,
  metric: 4,
};
