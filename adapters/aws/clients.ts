import { KMSClient } from "@aws-sdk/client-kms";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { callLimits } from "./dynamodb-client.ts";

/** Clients whose calls end in time; region, credentials and endpoint come from the environment. */
export const sqsClient = () => new SQSClient(callLimits);
export const kmsClient = () => new KMSClient(callLimits);
export const schedulerClient = () => new SchedulerClient(callLimits);
export const secretsManagerClient = () => new SecretsManagerClient(callLimits);

/**
 * For receiving messages. A response that is given up loses its messages for their visibility
 * timeout, so this waits longer than other clients, and does not ask again.
 */
export const receivingSqsClient = () =>
  new SQSClient({
    ...callLimits,
    maxAttempts: 1,
    requestHandler: { ...callLimits.requestHandler, requestTimeout: receiveLimitMs },
  });

/** The longest that receiving messages takes, in milliseconds. */
const receiveLimitMs = 5_000;
