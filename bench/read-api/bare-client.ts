import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

// What every function here needs to load, and nothing of its own.
export const handler = [new DynamoDBClient({}), new Logger(), new Metrics()];
