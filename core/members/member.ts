import * as z from "zod";
import type { RandomBase62 } from "../base62.ts";
import { Preferences } from "./preferences.ts";
import { roles } from "./role.ts";

/** A person in one organization. */
export const Member = z.object({
  /** Public: the metadata of count events names it. Random, so that it says nothing of the person. */
  id: z.string(),
  organizationId: z.string(),
  personId: z.string(),
  role: z.enum(roles),
  /** As they were when the member joined. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  /** Those that this release cannot read must not keep the member out. */
  preferences: Preferences.optional().catch(undefined),
});
export type Member = z.infer<typeof Member>;

/** Bounds the lists of members, which are returned whole. */
export const maximumMembers = 1_000;

export function newMemberId(randomBase62: RandomBase62): string {
  return `mem_${randomBase62(20)}`;
}

/** False for text that cannot be a member's id and need not be looked up. */
export function isMemberId(text: string): boolean {
  return /^mem_[0-9A-Za-z]{20}$/.test(text);
}
