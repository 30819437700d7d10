import * as z from "zod";
import { deletionParts } from "../organizations/deletion-parts.ts";
import { DeletionSummary } from "../organizations/deletion-summary.ts";

/** What a deletion would remove, or that it has begun. */
export const DeletionView = z.discriminatedUnion("state", [
  z.object({ state: z.literal("possible"), name: z.string(), summary: DeletionSummary }),
  z.object({ state: z.literal("begun"), name: z.string(), startedAt: z.iso.datetime() }),
]);
export type DeletionView = z.infer<typeof DeletionView>;

/** How far a deletion is; while it is unfinished, POST …/deletion/steps continues it. */
export const DeletionProgress = z.discriminatedUnion("state", [
  z.object({ state: z.literal("unfinished"), part: z.enum(deletionParts), removed: z.int() }),
  z.object({ state: z.literal("deleted") }),
]);
export type DeletionProgress = z.infer<typeof DeletionProgress>;

/** The body of POST …/deletion: the organization's name, as its owner types it. */
export const DeletionConfirmation = z.object({ name: z.string().max(1_000) });
export type DeletionConfirmation = z.infer<typeof DeletionConfirmation>;
