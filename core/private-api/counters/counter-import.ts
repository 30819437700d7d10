import * as z from "zod";
import { maximumImportBytes } from "../../limits.ts";

/** The body of POST …/counter-imports and …/counter-imports/preview. */
export const ImportFileBody = z.object({
  /** The bytes of the file. The hash of them makes the counters' ids, as for the command line. */
  file: z
    .base64()
    .max(Math.ceil(maximumImportBytes / 3) * 4, "must be a file of at most 4 MB; split it"),
  /** Creates the groups that the file names and the organization does not have. */
  createGroups: z.boolean(),
});
export type ImportFileBody = z.infer<typeof ImportFileBody>;

export const ImportErrorView = z.object({
  line: z.int(),
  field: z.string().nullable(),
  reason: z.string(),
});
export type ImportErrorView = z.infer<typeof ImportErrorView>;

/** Shown of a file with more of them. */
export const maximumShownErrors = 500;

/** What an import would do; nothing is written. */
export const ImportPreviewView = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("previewed"),
    rows: z.array(
      z.object({
        line: z.int(),
        name: z.string(),
        does: z.enum(["create", "exists", "stays_archived"]),
        /** Created beside another of the same name. */
        sharesName: z.boolean(),
        group: z.string().nullable(),
      }),
    ),
    newGroups: z.array(z.string()),
  }),
  z.object({
    result: z.literal("errors"),
    /** The first 500 by line. */
    errors: z.array(ImportErrorView),
    total: z.int(),
    /** Whether creating the missing groups would help with one of them. */
    missingGroups: z.boolean(),
  }),
]);
export type ImportPreviewView = z.infer<typeof ImportPreviewView>;

/** The most counters that one request creates; the same request again creates the next ones. */
export const countersPerImport = 1_000;

/** What one request of an import came to. */
export const ImportProgress = z.object({
  /** False: send the same request again. */
  done: z.boolean(),
  /** Counters of this request. */
  created: z.int(),
  /** Counters of the file that are still missing. */
  missing: z.int(),
});
export type ImportProgress = z.infer<typeof ImportProgress>;
