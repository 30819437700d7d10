import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/**
 * A client whose calls end in time. Region, credentials and endpoint come from the SDK's own
 * environment variables unless they are given.
 */
export function dynamodbClient(given: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient({ ...callLimits, ...given });
  // Even without a logger, it copies the input and output of each call: 8 % of the CPU time of taps.
  client.middlewareStack.remove("loggerMiddleware");
  return client;
}

/** A client for a service that runs on this machine; it needs no real credentials. */
export function localDynamodbClient(endpoint: string): DynamoDBClient {
  return dynamodbClient({ endpoint, ...localAccess });
}

/** The administrator of the account that runs on this machine. */
export const localAccess = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
};

/** Options that abort a call when the signal fires. */
export function abortOptions(signal: AbortSignal | undefined) {
  return signal === undefined ? {} : { abortSignal: signal };
}

/**
 * Limits that end every call to AWS well before a function's timeout: 1 s to connect, 2 s for the
 * response, 3 attempts.
 */
export const callLimits = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    // Without this, the SDK only logs that the time is over and keeps waiting.
    throwOnRequestTimeout: true,
  },
};
