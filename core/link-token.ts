import { timingSafeEqual } from "node:crypto";
import { isOrganizationId } from "./organizations/organization.ts";

/** 256 random bits as 43 characters of base64url; adapters supply a CSPRNG. */
export type RandomSecret = () => string;

/** What stands behind # in a link of the console: whoever knows all of it may use the link. */
export interface LinkToken {
  organizationId: string;
  /** Of the invitation or the gate. */
  id: string;
  secret: string;
}

export function formatLinkToken({ organizationId, id, secret }: LinkToken): string {
  return `${organizationId}.${id}.${secret}`;
}

/** The parts of a token; undefined for text that cannot be one and need not be looked up. */
export function parseLinkToken(
  text: string,
  isId: (text: string) => boolean,
): LinkToken | undefined {
  const [organizationId = "", id = "", secret = "", ...rest] = text.split(".");
  const possible = isOrganizationId(organizationId) && isId(id) && isSecret(secret);
  return possible && rest.length === 0 ? { organizationId, id, secret } : undefined;
}

/** True for text that has the form of 256 bits in base64url. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compares two hashes in hex; takes as long wherever they differ. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
