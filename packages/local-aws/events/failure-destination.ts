import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { ObjectFolder } from "../emulators/s3/object-folder.ts";
import type { InvocationResult } from "../functions/invocation.ts";
import type { OnEvent } from "../runtime-event.ts";
import { functionArn, parseArn, queueUrl, streamArn } from "../template/arns.ts";
import type { StreamMapping } from "./event-source-mappings.ts";
import type { StreamRecord } from "./stream-record.ts";

/** Records that a mapping gave up, and why. */
export interface SetAside {
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  mapping: Pick<StreamMapping, "id" | "functionName" | "tableName" | "onFailureArn">;
  shardId: string;
  records: readonly StreamRecord[];
  attempts: number;
  result?: InvocationResult;
}

export interface DestinationOptions {
  client: SQSClient;
  sqsAddress: string;
  /** Buckets are folders below it. */
  bucketFolder: string;
  onEvent: OnEvent;
}

/**
 * Sends given-up records to the mapping's on-failure destination in AWS's form: a queue gets their
 * position, a bucket the records as well (`payload`, the event as JSON text). Tries until it works.
 */
export async function setAside(batch: SetAside, options: DestinationOptions): Promise<void> {
  const { mapping, records, condition } = batch;
  const destination = parseArn(mapping.onFailureArn ?? "");
  for (let stored = false; !stored; ) {
    try {
      await store(batch, destination, options);
      stored = true;
    } catch (error) {
      const message = `Setting aside records of ${mapping.tableName}: ${String(error)}`;
      options.onEvent({ kind: "warning", message });
      await delay(1000);
    }
  }
  options.onEvent({
    kind: "set-aside",
    source: mapping.tableName,
    destination: destination?.resource ?? "nowhere: the records are lost",
    count: records.length,
    reason: condition,
  });
}

async function store(
  batch: SetAside,
  destination: ReturnType<typeof parseArn>,
  { client, sqsAddress, bucketFolder }: DestinationOptions,
): Promise<void> {
  if (destination?.service === "sqs") {
    const QueueUrl = queueUrl(sqsAddress, destination.resource);
    const MessageBody = JSON.stringify(invocationRecord(batch));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  } else if (destination?.service === "s3") {
    const payload = JSON.stringify({ Records: batch.records.map((record) => record.event) });
    const bucket = new ObjectFolder(join(bucketFolder, destination.resource));
    bucket.write(objectKey(batch), JSON.stringify({ ...invocationRecord(batch), payload }));
  }
}

function invocationRecord({ condition, mapping, shardId, records, attempts, result }: SetAside) {
  const arrival = (record?: StreamRecord) => new Date(record?.createdAtMs ?? 0).toISOString();
  return {
    requestContext: {
      requestId: result?.requestId ?? randomUUID(),
      functionArn: functionArn(mapping.functionName),
      condition,
      approximateInvokeCount: attempts,
    },
    ...(result && {
      responseContext: {
        statusCode: 200,
        executedVersion: "$LATEST",
        ...(result.outcome === "failed" && { functionError: "Unhandled" }),
      },
    }),
    version: "1.0",
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: records[0]?.sequenceNumber,
      endSequenceNumber: records.at(-1)?.sequenceNumber,
      approximateArrivalOfFirstRecord: arrival(records[0]),
      approximateArrivalOfLastRecord: arrival(records.at(-1)),
      batchSize: records.length,
      streamArn: streamArn(mapping.tableName),
    },
  };
}

function objectKey({ mapping, shardId }: SetAside): string {
  const now = new Date().toISOString();
  const day = now.slice(0, 10);
  const time = now.slice(0, 19).replaceAll(":", ".");
  return `aws/lambda/${mapping.id}/${shardId}/${day.replaceAll("-", "/")}/${time}-${randomUUID()}`;
}
