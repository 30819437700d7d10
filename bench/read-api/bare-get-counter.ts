import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { dynamodbClient } from "../../adapters/aws/dynamodb-client.ts";

// What get-counter asks of DynamoDB, a log line and a line of metrics, and nothing around them: no
// check of the key, no parsing, no headers. BARE_REQUESTS holds the inputs of both calls, as get-counter made them.
const logger = new Logger();
const metrics = new Metrics();
const client = dynamodbClient();
const { update, get } = JSON.parse(process.env.BARE_REQUESTS ?? "");

export async function handler() {
  const [, { Item }] = await Promise.all([
    client.send(new UpdateItemCommand(update)),
    client.send(new GetItemCommand(get)),
  ]);
  logger.info("request", { status: 200 });
  metrics.addMetric("Requests", MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  return { statusCode: 200, body: JSON.stringify(Item) };
}
