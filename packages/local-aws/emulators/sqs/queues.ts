import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";
import { parseArn, queueArn, queueUrl } from "../../template/arns.ts";
import { type Stack, uncheckedAccess } from "../../template/stack.ts";

/** A queue of the template; its attributes are in SQS's own spelling. */
export interface QueueSpec {
  name: string;
  arn: string;
  url: string;
  visibilityTimeoutSeconds: number;
  attributes: Record<string, string>;
  redrive?: { queueName: string; maxReceives: number };
}

export const queueTypes = ["AWS::SQS::Queue"];

const withoutEffect = [
  "QueueName",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
  "RedriveAllowPolicy",
  "Tags",
];

const QueueProperties = z.strictObject({
  KmsMasterKeyId: uncheckedAccess,
  VisibilityTimeout: z.coerce.number().default(30),
  DelaySeconds: z.coerce.number().default(0),
  MessageRetentionPeriod: z.coerce.number().optional(),
  MaximumMessageSize: z.coerce.number().optional(),
  ReceiveMessageWaitTimeSeconds: z.coerce.number().optional(),
  RedrivePolicy: z
    .strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() })
    .optional(),
  FifoQueue: z.boolean().optional(),
  ContentBasedDeduplication: z.boolean().optional(),
  DeduplicationScope: z.string().optional(),
  FifoThroughputLimit: z.string().optional(),
});

/** The queues that the template declares. */
export function readQueues(stack: Stack, sqsUrl: string): QueueSpec[] {
  return stack.resources(...queueTypes).map((resource) => {
    const properties = stack.properties(resource, QueueProperties, withoutEffect);
    const name = stack.nameOf(resource.logicalId);
    const redrive = properties.RedrivePolicy;
    return {
      name,
      arn: queueArn(name),
      url: queueUrl(sqsUrl, name),
      visibilityTimeoutSeconds: properties.VisibilityTimeout,
      ...(redrive && {
        redrive: {
          queueName: parseArn(redrive.deadLetterTargetArn)?.resource ?? "",
          maxReceives: redrive.maxReceiveCount,
        },
      }),
      attributes: Object.fromEntries(
        Object.entries(properties)
          .filter(([, value]) => value !== undefined)
          .map(([key, value]) => [
            key,
            typeof value === "object" ? JSON.stringify(value) : String(value),
          ]),
      ),
    };
  });
}

/** Makes a queue unless it exists; an existing one keeps its messages and gets the attributes. */
export async function ensureQueue(client: SQSClient, queue: QueueSpec): Promise<void> {
  if (await exists(client, queue.name)) {
    // A queue is FIFO from its creation on, or never.
    const { FifoQueue: _, ...declared } = queue.attributes;
    // An empty policy removes the one that an earlier template declared.
    const changeable = { RedrivePolicy: "", ...declared };
    await client.send(
      new SetQueueAttributesCommand({ QueueUrl: queue.url, Attributes: changeable }),
    );
    return;
  }
  await client.send(
    new CreateQueueCommand({ QueueName: queue.name, Attributes: queue.attributes }),
  );
}

async function exists(client: SQSClient, name: string): Promise<boolean> {
  try {
    await client.send(new GetQueueUrlCommand({ QueueName: name }));
    return true;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return false;
    throw error;
  }
}
