import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/**
 * A client whose calls end in time. Region, credentials and endpoint come from the SDK's own
 * environment variables unless they are given.
 */
export function dynamodbClient(given: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({ ...callLimits, ...given });
}

/** A client for a service that runs on this machine, which asks for no real credentials. */
export function localDynamodbClient(endpoint: string): DynamoDBClient {
  return dynamodbClient({ endpoint, ...localAccess });
}

/** Region and credentials for emulators: they want some, and check none. */
export const localAccess = {
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
};

/** The options of a call that ends when its result is no longer wanted. */
export function whileWanted(signal: AbortSignal | undefined) {
  return signal === undefined ? {} : { abortSignal: signal };
}

/**
 * What keeps every call to AWS well inside a function's timeout: 1 s to connect, 2 s for the response,
 * 3 attempts.
 */
export const callLimits = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 2_000,
    // Without this the SDK only logs that the time is over, and goes on waiting.
    throwOnRequestTimeout: true,
  },
};
