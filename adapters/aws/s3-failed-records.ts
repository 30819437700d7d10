import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import * as z from "zod";
import { type FailedBatch, type FailedRecordStore, reasonOf } from "../../core/failed-records.ts";

/**
 * The bucket that is the on-failure destination of a stream: Lambda stores complete batches there.
 * `read` returns the item in a record's new image, and throws when it cannot be understood.
 */
export function s3FailedRecords<Item extends object>(
  s3: S3Client,
  bucket: string,
  read: (image: unknown) => Item,
): FailedRecordStore<Item> {
  return {
    async list() {
      const objects: Awaited<ReturnType<FailedRecordStore<Item>["list"]>> = [];
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

    async read(key) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return failedBatchIn((await Body?.transformToString()) ?? "", read);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async replace(key, text) {
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text }));
    },

    async remove(key) {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

function failedBatchIn<Item extends object>(
  text: string,
  readImage: (image: unknown) => Item,
): FailedBatch<Item> {
  const batch = batchOf(text);
  if (batch === undefined) {
    const unreadable = ["the object holds no records of a stream"];
    return { items: [], unreadable, onlyUnreadable: undefined };
  }
  const { Records } = batch;
  const read = Records.map(({ eventID = "a record", dynamodb }) => {
    try {
      return readImage(dynamodb?.NewImage);
    } catch (error) {
      return `${eventID}: ${imageError(error)}`;
    }
  });
  const left = Records.filter((_, index) => typeof read[index] === "string");
  const some = left.length > 0 && left.length < Records.length;
  return {
    items: read.filter((each) => typeof each !== "string"),
    unreadable: read.filter((each) => typeof each === "string"),
    onlyUnreadable: some
      ? JSON.stringify({ ...JSON.parse(text), payload: JSON.stringify({ Records: left }) })
      : undefined,
  };
}

// Names fields and no values.
function imageError(error: unknown): string {
  return error instanceof z.ZodError ? "its image is not that of a stored item" : reasonOf(error);
}

function batchOf(text: string): Batch | undefined {
  try {
    const { payload } = FailureRecord.parse(JSON.parse(text));
    return Batch.parse(typeof payload === "string" ? JSON.parse(payload) : payload);
  } catch {
    return undefined;
  }
}

/**
 * Lambda's record of a failed invocation; a bucket gets the event as well. AWS's documentation shows it
 * as JSON text ("Adding an on-failure destination", Lambda) and does not say that it is never an object.
 */
const FailureRecord = z.object({ payload: z.union([z.string(), z.looseObject({})]) });

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
