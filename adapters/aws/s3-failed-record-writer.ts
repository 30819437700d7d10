import type { S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "./dynamodb-client.ts";

/** A record of a stream that a function cannot handle. */
export interface StreamFailure {
  /** Of all records of all streams, only this one has it. */
  id: string;
  /** As Lambda passed it. */
  record: unknown;
  /** Why it is stored. */
  condition: "RecordNotUnderstood" | "FunctionFailed";
}

export interface FailedRecordWriterOptions {
  bucket: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Stores records that a function cannot handle, each in an object of its own, in the form in which
 * Lambda itself stores what it gives up. A record that is stored again replaces itself.
 */
export function s3FailedRecordWriter({ bucket, now }: FailedRecordWriterOptions) {
  let client: S3Client | undefined;
  return async ({ id, record, condition }: StreamFailure): Promise<void> => {
    // Hardly any instance needs this part of the SDK.
    const { PutObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
    client ??= new S3Client(callLimits);
    const stored = {
      version: "1.0",
      timestamp: new Date(now()).toISOString(),
      requestContext: { condition },
      payload: JSON.stringify({ Records: [record] }),
    };
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `function/${id}`,
        Body: JSON.stringify(stored),
      }),
    );
  };
}
