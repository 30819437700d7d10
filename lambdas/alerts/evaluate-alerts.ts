import { dynamodbEvaluation } from "../../adapters/alerts/dynamodb-evaluation.ts";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { watchedCountOf } from "../../adapters/counters/count-images.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { evaluateCounts } from "../../core/alerts/evaluate-counts.ts";
import { environmentOf } from "../functions/environment.ts";
import { evaluateAlerts } from "../functions/events.ts";
import { streamHandler } from "../streams/stream-handler.ts";

const environment = environmentOf(evaluateAlerts, process.env);

const ports = {
  store: dynamodbEvaluation(dynamodbClient(), environment.tables),
  clock: systemClock,
};

/** Keeps the totals of groups and fires alerts; counts that come again change nothing. */
export const handler = streamHandler({
  read: watchedCountOf,
  handle: (counts) => evaluateCounts(ports, counts),
  failedRecords: environment.FAILED_RECORDS_BUCKET,
  metrics: { retried: "EvaluationErrors", stored: "CountsNotEvaluated" },
});
