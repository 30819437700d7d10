import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import * as z from "zod";
import type { StoredCount } from "../../core/webhooks/webhook-event.ts";
import { storedCountOf } from "../counters/dynamodb-count-events.ts";

/** A batch of stream records that Lambda gave up. */
export interface FailedRecordsObject {
  key: string;
  failedAt: Date | undefined;
}

/** What an object holds: counts, and records that are none. */
export interface FailedRecords {
  counts: StoredCount[];
  /** Why each is not understood. */
  problems: string[];
  /** The object with nothing but what is not understood; undefined where that is all of it. */
  withoutCounts: string | undefined;
}

export type FailedRecordStore = ReturnType<typeof s3FailedRecords>;

/** The bucket where Lambda puts stream records that could not be dispatched. */
export function s3FailedRecords(s3: S3Client, bucket: string) {
  return {
    async list(): Promise<FailedRecordsObject[]> {
      const objects: FailedRecordsObject[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucket },
      ))
        objects.push(
          ...Contents.map(({ Key = "", LastModified }) => ({
            key: Key,
            failedAt: LastModified,
          })),
        );
      return objects;
    },

    /** Undefined when somebody has removed it meanwhile. */
    async read(key: string): Promise<FailedRecords | undefined> {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return failedRecordsIn((await Body?.transformToString()) ?? "");
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Puts another text in the place of an object. */
    async replace(key: string, text: string): Promise<void> {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text }));
    },

    async remove(key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

function failedRecordsIn(text: string): FailedRecords {
  const batch = batchOf(text);
  if (batch === undefined) {
    const problems = ["the object holds no records of a stream"];
    return { counts: [], problems, withoutCounts: undefined };
  }
  const { Records } = batch;
  const read = Records.map(({ eventID = "a record", dynamodb }) => {
    try {
      return storedCountOf(dynamodb?.NewImage);
    } catch (error) {
      return `${eventID}: ${problemOf(error)}`;
    }
  });
  const left = Records.filter((_, index) => typeof read[index] === "string");
  const some = left.length > 0 && left.length < Records.length;
  return {
    counts: read.filter((each) => typeof each !== "string"),
    problems: read.filter((each) => typeof each === "string"),
    withoutCounts: some
      ? JSON.stringify({ ...JSON.parse(text), payload: JSON.stringify({ Records: left }) })
      : undefined,
  };
}

// Names fields and no values.
function problemOf(error: unknown): string {
  if (error instanceof z.ZodError) return "its image is not that of a count event";
  return error instanceof Error ? error.message : String(error);
}

function batchOf(text: string): Batch | undefined {
  try {
    const { payload } = FailureRecord.parse(JSON.parse(text));
    return Batch.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** Lambda's record of a failed invocation; a bucket gets the event as well, as JSON text. */
const FailureRecord = z.object({ payload: z.string() });

const Batch = z.object({
  Records: z
    .array(
      z.looseObject({
        eventID: z.string().optional(),
        dynamodb: z.looseObject({ NewImage: z.unknown() }).partial().optional(),
      }),
    )
    .min(1),
});
type Batch = z.infer<typeof Batch>;
