import * as z from "zod";
import { type Actor, creatorOf } from "../audit/audit-entry.ts";
import type { CreationContext } from "../clock.ts";
import { DisplayName } from "../display-name.ts";
import type { Organization } from "../organizations/organization.ts";

/** What may be shown of a key after its creation. */
export const ApiKey = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: DisplayName,
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  /** Id of the member who created it, or `operator`. */
  createdBy: z.string(),
  /** The member's name at that time; null for an operator. */
  creatorName: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** False for text that cannot be a key's id and need not be looked up. */
export function isApiKeyId(text: string): boolean {
  return /^key_[0-9A-Za-z]{20}$/.test(text);
}

export function newApiKey(
  setup: { name: string; organization: Organization; keyText: string; creator: Actor },
  { nowMs, randomBase62 }: CreationContext,
): ApiKey {
  return {
    id: `key_${randomBase62(20)}`,
    organizationId: setup.organization.id,
    name: setup.name,
    lastFour: setup.keyText.slice(-4),
    createdAt: new Date(nowMs).toISOString(),
    createdBy: creatorOf(setup.creator),
    creatorName: setup.creator.kind === "member" ? setup.creator.name : null,
  };
}
