import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { callLimits, dynamodbClient, localAccess } from "./dynamodb-client.ts";

// Not beside the clients of functions: one that imports S3's client loads it, used or not, where it
// also loads it later.

export type AwsClients = ReturnType<typeof awsClients>;

/** The services of AWS that run on this machine. */
type LocalService = "dynamodb" | "sqs" | "kms" | "s3" | "scheduler" | "ses";

/** Clients for AWS as the environment names it, or for services that run on this machine. */
export function awsClients(local?: Record<LocalService, string>) {
  const at = (service: LocalService) =>
    local === undefined ? callLimits : { ...callLimits, ...localAccess, endpoint: local[service] };
  const clients = {
    dynamodb: dynamodbClient(at("dynamodb")),
    sqs: new SQSClient(at("sqs")),
    kms: new KMSClient(at("kms")),
    ses: new SESv2Client(at("ses")),
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
