import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { Fauxqs } from "../emulators/fauxqs.ts";
import type { InvocationResult } from "../functions/invocation.ts";
import type { OnEvent } from "../runtime-event.ts";
import { functionArn, parseArn, queueUrl, streamArn } from "../template/arns.ts";
import type { StreamMapping } from "./event-source-mappings.ts";
import type { StreamRecord } from "./stream-record.ts";

/** Records that a function failed to process as often as its mapping allows, and why. */
export interface FailedRecords {
  condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  mapping: Pick<StreamMapping, "id" | "functionName" | "tableName" | "onFailureArn">;
  shardId: string;
  records: readonly StreamRecord[];
  attempts: number;
  result?: InvocationResult;
}

export interface DestinationOptions {
  client: SQSClient;
  sqsUrl: string;
  putObject: Fauxqs["putObject"];
  /** Ends the attempts. */
  stopping: AbortSignal;
  onEvent: OnEvent;
}

/**
 * Sends failed records to the mapping's on-failure destination in AWS's form: a queue gets their
 * position, a bucket the records as well (`payload`, the event as JSON text). Retries until it
 * succeeds; returns false when the runtime stops first, and the records are then read again.
 */
export async function sendFailedRecords(
  batch: FailedRecords,
  options: DestinationOptions,
): Promise<boolean> {
  const { mapping, records, condition } = batch;
  const destination = parseArn(mapping.onFailureArn ?? "");
  for (let stored = false; !stored; ) {
    try {
      await store(batch, destination, options);
      stored = true;
    } catch (error) {
      const message = `Failed records of ${mapping.tableName} cannot be stored: ${String(error)}`;
      options.onEvent({ kind: "warning", message });
      if (options.stopping.aborted) return false;
      await delay(1000, undefined, { signal: options.stopping }).catch(() => {});
    }
  }
  options.onEvent({
    kind: "records-failed",
    source: mapping.tableName,
    destination: destination?.resource ?? "nowhere: the records are lost",
    count: records.length,
    reason: condition,
  });
  return true;
}

async function store(
  batch: FailedRecords,
  destination: ReturnType<typeof parseArn>,
  { client, sqsUrl, putObject }: DestinationOptions,
): Promise<void> {
  if (destination?.service === "sqs") {
    const QueueUrl = queueUrl(sqsUrl, destination.resource);
    const MessageBody = JSON.stringify(invocationRecord(batch));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  } else if (destination?.service === "s3") {
    const payload = JSON.stringify({ Records: batch.records.map((record) => record.event) });
    const content = JSON.stringify({ ...invocationRecord(batch), payload });
    putObject(destination.resource, objectKey(batch), content);
  }
}

function invocationRecord({
  condition,
  mapping,
  shardId,
  records,
  attempts,
  result,
}: FailedRecords) {
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

function objectKey({ mapping, shardId }: FailedRecords): string {
  const now = new Date().toISOString();
  const day = now.slice(0, 10);
  const time = now.slice(0, 19).replaceAll(":", ".");
  return `aws/lambda/${mapping.id}/${shardId}/${day.replaceAll("-", "/")}/${time}-${randomUUID()}`;
}
