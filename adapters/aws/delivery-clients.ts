import { KMSClient } from "@aws-sdk/client-kms";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SQSClient } from "@aws-sdk/client-sqs";
import { callLimits } from "./call-limits.ts";

/** Clients whose calls end in time; everything else comes from the SDK's environment variables. */
export const sqsClient = () => new SQSClient(callLimits);
export const kmsClient = () => new KMSClient(callLimits);
export const schedulerClient = () => new SchedulerClient(callLimits);
