import * as z from "zod";
import { deletionParts } from "../../core/data/deletion-parts.ts";
import { DeletionSummary } from "../../core/data/deletion-summary.ts";
import type { Routes } from "./route.ts";

/** What a deletion would remove, or that it has begun. */
export const DeletionView = z.discriminatedUnion("state", [
  z.object({ state: z.literal("possible"), name: z.string(), summary: DeletionSummary }),
  z.object({ state: z.literal("begun"), name: z.string(), startedAt: z.iso.datetime() }),
]);
export type DeletionView = z.infer<typeof DeletionView>;

/** How far a deletion is; while it is unfinished, another step continues it. */
export const DeletionProgress = z.discriminatedUnion("state", [
  z.object({ state: z.literal("unfinished"), part: z.enum(deletionParts), removed: z.int() }),
  z.object({ state: z.literal("deleted") }),
]);
export type DeletionProgress = z.infer<typeof DeletionProgress>;

/** The organization's name, as its owner types it. */
export const DeletionConfirmation = z.object({ name: z.string().max(1_000) });
export type DeletionConfirmation = z.infer<typeof DeletionConfirmation>;

const byOwners = { access: "delete_organization", duringDeletion: true } as const;

/** Owners delete an organization, and any of them continues what another has begun. */
export const deletionRoutes = {
  "GET /api/deletion/{organizationId}": { ...byOwners, readUnits: 1_000, reply: DeletionView },
  "POST /api/deletion/{organizationId}": {
    ...byOwners,
    body: DeletionConfirmation,
    reply: DeletionProgress,
  },
  "POST /api/deletion/{organizationId}/steps": { ...byOwners, reply: DeletionProgress },
} satisfies Routes;
