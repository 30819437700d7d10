import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SQSClient } from "@aws-sdk/client-sqs";
import { callLimits, dynamodbClient, localAccess } from "./dynamodb-client.ts";

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

export type AwsClients = ReturnType<typeof awsClients>;

/** The services of AWS that run on this machine. */
type LocalService = "dynamodb" | "sqs" | "kms" | "s3" | "scheduler";

/** Clients for AWS as the environment names it, or for services that run on this machine. */
export function awsClients(local?: Record<LocalService, string>) {
  const at = (service: LocalService) =>
    local === undefined ? callLimits : { ...callLimits, ...localAccess, endpoint: local[service] };
  const clients = {
    dynamodb: dynamodbClient(at("dynamodb")),
    sqs: new SQSClient(at("sqs")),
    kms: new KMSClient(at("kms")),
    scheduler: new SchedulerClient(at("scheduler")),
    // Local buckets have no host names of their own.
    s3: new S3Client({ ...at("s3"), forcePathStyle: local !== undefined }),
  };
  return {
    ...clients,
    destroy: () => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}
