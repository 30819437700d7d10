import { hash } from "node:crypto";
import * as z from "zod";
import type { RandomBase62 } from "../base62.ts";
import { DisplayName } from "../display-name.ts";
import { formatLinkToken, parseLinkToken } from "../link-token.ts";
import { isOrganizationId } from "../organization-id.ts";
import { isSameHash, isSecret } from "../secret.ts";
import { graceMs } from "./gate-limits.ts";

/** A link with which people without an account count one or several counters. */
export const Gate = z.object({
  /** Public: the metadata of count events names it. */
  id: z.string(),
  organizationId: z.string(),
  name: DisplayName,
  counterIds: z.array(z.string()),
  /** SHA-256 of the cookie's second part, hex: the link and the cookie are checked against it. */
  secretHash: z.string(),
  createdAt: z.iso.datetime(),
  /** Id of the member who made it, or `operator`. */
  createdBy: z.string(),
  /** Taps made from this time on are refused; null for a gate without an end. */
  endsAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  /** When a device last opened it, looked or counted; may lag behind by ten minutes. */
  lastHeardAt: z.iso.datetime().exactOptional(),
});
export type Gate = z.infer<typeof Gate>;

export interface GateKey {
  organizationId: string;
  gateId: string;
}

export function newGateId(randomBase62: RandomBase62): string {
  return `gat_${randomBase62(20)}`;
}

/** False for text that cannot be a gate's id and need not be looked up. */
export function isGateId(text: string): boolean {
  return /^gat_[0-9A-Za-z]{20}$/.test(text);
}

/** The link of a gate. Its secret is in no request of a browser, because it stands behind #. */
export function gateUrl(consoleUrl: string, { organizationId, gateId }: GateKey, secret: string) {
  return `${consoleUrl}/gate#${formatLinkToken({ organizationId, id: gateId, secret })}`;
}

/** What opens a gate for counting: its link or its cookie. */
export interface GateCredential extends GateKey {
  secretHash: string;
}

/** The cookie that a browser gets for a gate's link; the link cannot be made from it. */
export interface GateCookie {
  name: `__Host-${string}`;
  value: string;
}

/** What a link says before anything is looked up; undefined for text that cannot be a token. */
export function parseGateToken(
  token: string,
): { credential: GateCredential; cookie: GateCookie } | undefined {
  const parsed = parseLinkToken(token, isGateId);
  if (parsed === undefined) return undefined;
  const { organizationId, id: gateId, secret } = parsed;
  const cookieSecret = cookieSecretOf(secret);
  return {
    credential: { organizationId, gateId, secretHash: hash("sha256", cookieSecret, "hex") },
    cookie: { name: gateCookieName(gateId), value: `${organizationId}.${cookieSecret}` },
  };
}

/** One cookie per gate, so that one phone can count at several. */
export function gateCookieName(gateId: string): `__Host-gate-${string}` {
  return `__Host-gate-${gateId}`;
}

/** What the cookie of this gate says; undefined for text that cannot be one. */
export function parseGateCookie(
  gateId: string,
  value: string | undefined,
): GateCredential | undefined {
  const [organizationId = "", secret = "", ...rest] = (value ?? "").split(".");
  const possible = isGateId(gateId) && isOrganizationId(organizationId) && isSecret(secret);
  if (!possible || rest.length > 0) return undefined;
  return { organizationId, gateId, secretHash: hash("sha256", secret, "hex") };
}

/** What is stored of a gate's secret. */
export function gateSecretHash(secret: string): string {
  return hash("sha256", cookieSecretOf(secret), "hex");
}

function cookieSecretOf(secret: string): string {
  return hash("sha256", `gate cookie\n${secret}`, "base64url");
}

/** `unknown` is the same for a gate that does not exist and for a wrong secret. */
export type GateAuthorization =
  | { result: "authorized"; gate: Gate }
  /** `ended`: and the time in which earlier taps are taken is over, too. */
  | { result: "unknown" | "revoked" | "ended" };

/** Whether a credential opens a gate now; `gate` is what is stored under the credential's key. */
export function authorizeGate(
  gate: Gate | undefined,
  credential: GateCredential,
  nowMs: number,
): GateAuthorization {
  if (gate === undefined || !isSameHash(gate.secretHash, credential.secretHash)) {
    return { result: "unknown" };
  }
  if (gate.id !== credential.gateId || gate.organizationId !== credential.organizationId) {
    return { result: "unknown" };
  }
  if (gate.revokedAt !== null) return { result: "revoked" };
  const isOver = gate.endsAt !== null && nowMs >= Date.parse(gate.endsAt) + graceMs;
  return isOver ? { result: "ended" } : { result: "authorized", gate };
}

export type GateState = "active" | "ended" | "revoked";

/** Whether people can tap there now; what was tapped before an end is taken for a while after it. */
export function gateState({ endsAt, revokedAt }: Gate, nowMs: number): GateState {
  if (revokedAt !== null) return "revoked";
  return endsAt !== null && nowMs >= Date.parse(endsAt) ? "ended" : "active";
}

/** True for a tap that was made when the gate had ended, by the tap's own time. */
export function isAfterEnd({ endsAt }: Gate, tappedAt: string): boolean {
  return endsAt !== null && Date.parse(tappedAt) >= Date.parse(endsAt);
}

/** The gate has this counter: nothing else can be seen or counted with it. */
export function hasCounter({ counterIds }: Gate, counterId: string): boolean {
  return counterIds.includes(counterId);
}
