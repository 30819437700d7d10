import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * A client whose calls end well inside a function's timeout: 1 s to connect, 3 s to answer,
 * 3 attempts. Region, credentials and endpoint come from the SDK's own environment variables.
 */
export function dynamodbClient(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  });
}
