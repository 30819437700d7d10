import { type Line, line } from "../webhooks/dollars.ts";
import { listPrices } from "../webhooks/list-prices.ts";

/** What the template has that is paid for by the month; a test counts it there. */
export const paidByTheMonth = {
  alarmMetrics: 148,
  compositeAlarms: 5,
  dashboards: 1,
  keys: 1,
  secrets: 2,
  polledQueues: 3,
};

const minutesOfMonth = 30 * 24 * 60;

/** What is paid every month, whatever is counted; of the canary only its alarms and its secret. */
export function fixedBill(): Line[] {
  const { alarmMetrics, compositeAlarms, dashboards, keys, secrets, polledQueues } = paidByTheMonth;
  return [
    line("CloudWatch, alarms", alarmMetrics, listPrices.alarmMetric),
    line("CloudWatch, composite alarms", compositeAlarms, listPrices.compositeAlarm),
    line("CloudWatch, dashboard", dashboards, listPrices.dashboard),
    line("KMS", keys, listPrices.kmsKey),
    line("Secrets Manager", secrets, listPrices.secret),
    // Lambda keeps five long polls of 20 s on each queue.
    line("SQS, empty receives", polledQueues * 5 * 3 * minutesOfMonth, listPrices.sqsRequest),
  ];
}

/** One run a minute; its alarms and its secret are in the fixed bill. Counts: docs/operators/costs.md, "The canary". */
export function canaryBill(): Line[] {
  const runs = minutesOfMonth;
  return [
    line("DynamoDB writes", 14 * runs, listPrices.dynamodbWrite),
    line("DynamoDB reads", 11 * runs, listPrices.dynamodbRead),
    line("Lambda requests", 5 * runs, listPrices.lambdaRequest),
    line("Lambda", 1.7 * runs, listPrices.lambdaDuration),
    line("HTTP API", 2 * runs, listPrices.httpApiRequest),
    line("SQS", 3 * runs, listPrices.sqsRequest),
    line("logs", 5_000 * runs, listPrices.logsIngestion),
    line("reads of its secret", (2 * runs) / 5, listPrices.secretRequest),
    line("KMS", runs / 5, listPrices.kmsRequest),
    line("metrics", 5, listPrices.metric),
  ];
}
