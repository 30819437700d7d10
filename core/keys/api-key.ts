import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import * as z from "zod";
import { type Actor, creatorOf } from "../audit/audit-entry.ts";
import { type RandomBase62, toBase62 } from "../base62.ts";
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

const randomLength = 30;
const checksumLength = 6;

/** The fixed beginning of every key of a brand: `cs_live_` for `cs`. */
function keyPrefix(brand: string): string {
  return `${brand}_live_`;
}

/** A new full key: prefix, 30 random base62 characters, 6 characters of their CRC-32. */
export function newKeyText(brand: string, randomBase62: RandomBase62): string {
  const random = randomBase62(randomLength);
  return keyPrefix(brand) + random + checksum(random);
}

/** True when prefix, length, alphabet and checksum are right; the key need not exist. */
export function isWellFormedKey(brand: string, text: string): boolean {
  const prefix = keyPrefix(brand);
  if (!text.startsWith(prefix)) return false;
  const body = text.slice(prefix.length);
  if (!/^[0-9A-Za-z]{36}$/.test(body)) return false;
  return body.slice(randomLength) === checksum(body.slice(0, randomLength));
}

/** False for text that cannot be a key's id and need not be looked up. */
export function isApiKeyId(text: string): boolean {
  return /^key_[0-9A-Za-z]{20}$/.test(text);
}

/** Removes the secret part of every API key from a text. */
export function withoutKeys(text: string): string {
  return text.replace(/(_live_)[0-9A-Za-z]+/g, "$1…");
}

/** SHA-256 of the full key, lowercase hex: the only form in which a key is stored. */
export function keyHash(text: string): string {
  return hash("sha256", text, "hex");
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

function checksum(random: string): string {
  return toBase62(crc32(random), checksumLength);
}
