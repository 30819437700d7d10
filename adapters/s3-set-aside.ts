import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import * as z from "zod";
import type { StoredCount } from "../core/webhook-event.ts";
import { storedCountOf } from "./dynamodb-count-events.ts";

/** A batch of stream records that Lambda gave up. */
export interface SetAsideObject {
  key: string;
  setAsideAt: Date | undefined;
}

/** What an object holds: the counts, and for each record that is none, why. */
export interface SetAsideRecords {
  counts: StoredCount[];
  problems: string[];
}

export type SetAside = ReturnType<typeof s3SetAside>;

/** The bucket where Lambda puts stream records that could not be dispatched. */
export function s3SetAside(s3: S3Client, bucket: string) {
  return {
    async list(): Promise<SetAsideObject[]> {
      const objects: SetAsideObject[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucket },
      ))
        objects.push(
          ...Contents.map(({ Key = "", LastModified }) => ({
            key: Key,
            setAsideAt: LastModified,
          })),
        );
      return objects;
    },

    /** Undefined when somebody has removed it meanwhile. */
    async read(key: string): Promise<SetAsideRecords | undefined> {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return setAsideRecords((await Body?.transformToString()) ?? "");
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async remove(key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

function setAsideRecords(text: string): SetAsideRecords {
  const batch = batchOf(text);
  if (batch === undefined) {
    return { counts: [], problems: ["the object holds no records of a stream"] };
  }
  const read = batch.Records.map(({ eventID = "a record", dynamodb }) => {
    try {
      return storedCountOf(dynamodb?.NewImage);
    } catch (error) {
      return `${eventID}: ${problemOf(error)}`;
    }
  });
  return {
    counts: read.filter((each) => typeof each !== "string"),
    problems: read.filter((each) => typeof each === "string"),
  };
}

// Names fields and no values.
function problemOf(error: unknown): string {
  if (error instanceof z.ZodError) return "its image is not that of a count event";
  return error instanceof Error ? error.message : String(error);
}

function batchOf(text: string): Batch | undefined {
  try {
    const { payload } = SetAsideText.parse(JSON.parse(text));
    return Batch.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** Lambda's record of a failed invocation; a bucket gets the event as well, as JSON text. */
const SetAsideText = z.object({ payload: z.string() });

const Batch = z.object({
  Records: z
    .array(
      z.object({
        eventID: z.string().optional(),
        dynamodb: z.object({ NewImage: z.unknown() }).partial().optional(),
      }),
    )
    .min(1),
});
type Batch = z.infer<typeof Batch>;
