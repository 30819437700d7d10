import { systemClock } from "../../adapters/system-clock.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import {
  authorizeGate,
  type Gate,
  type GateCredential,
  gateCookieName,
  isGateId,
  parseGateCookie,
} from "../../core/gates/gate.ts";
import type { Gates } from "../../core/gates/gates.ts";
import type { Organization } from "../../core/organizations/organization.ts";
import type { HttpEvent } from "../http/message.ts";
import { cookieOf, removeCookie } from "../private-api/cookies.ts";

/** What the cookie of the path's gate says before it is checked; undefined without one. */
export function gateCredential(event: HttpEvent, gateId: string): GateCredential | undefined {
  return parseGateCookie(gateId, cookieOf(event, gateCookieName(gateId)));
}

/** What a gate shows of its organization. */
export type GateHome = Pick<Organization, "name" | "timeZone">;

export interface GateAccessPorts {
  gates: Pick<Gates, "get">;
  organization(organizationId: string): Promise<GateHome | undefined>;
  /** Records that a device has used the gate; never throws. */
  heard(gate: Gate): Promise<void>;
}

/**
 * The gate that a credential opens and its organization, in one round trip; throws 401,
 * with a code when the link was good once. The gates of an organization that is deleted are removed
 * after it, and open nothing.
 */
export async function openedGate(
  { gates, organization, heard }: GateAccessPorts,
  credential: GateCredential | undefined,
): Promise<{ gate: Gate; home: GateHome }> {
  if (credential === undefined) throw linkNeeded();
  const { organizationId, gateId } = credential;
  const [gate, home] = await allInOrder([
    gates.get({ organizationId, gateId }),
    organization(organizationId),
  ]);
  if (home === undefined) throw linkNeeded(forgotten(gateId));
  const authorization = authorizeGate(gate, credential, systemClock.now());
  switch (authorization.result) {
    case "authorized":
      await heard(authorization.gate);
      return { gate: authorization.gate, home };
    case "unknown":
      throw linkNeeded(forgotten(gateId));
    case "revoked":
      throw closed(gateId, { message: "This gate's link was revoked", code: "GATE_REVOKED" });
    case "ended":
      throw closed(gateId, { message: "This gate has ended", code: "GATE_ENDED" });
  }
}

/** A browser forgets the cookies of closed gates: together they would outgrow a request. */
function forgotten(gateId: string): { cookies: string[] } {
  return { cookies: [removeCookie(gateCookieName(gateId))] };
}

function closed(gateId: string, { message, code }: { message: string; code: string }): ApiError {
  return new ApiError(401, message, { code, ...forgotten(gateId) });
}

function linkNeeded(details = {}): ApiError {
  return new ApiError(401, "Open the gate's link first", details);
}

/** More cookies than this, of some 150 bytes each, come near the 10,240 bytes that headers may have. */
const maximumGateCookies = 40;

/** Removes the cookies of the gates that a browser opened first, when it has too many of them. */
export function withoutOldGates(event: HttpEvent, opened: string): string[] {
  const others = gateIds(event)
    .map(gateCookieName)
    .filter((name) => name !== opened);
  return others.slice(0, Math.max(0, others.length + 1 - maximumGateCookies)).map(removeCookie);
}

/** The gates whose cookies a browser sends, the newest last; no more than a browser keeps. */
export function gateIdsIn(event: HttpEvent): string[] {
  return gateIds(event).slice(-maximumGateCookies);
}

function gateIds({ cookies = [] }: HttpEvent): string[] {
  const beginning = "__Host-gate-";
  const names = cookies.map((pair) => pair.split("=", 1)[0] ?? "");
  const ids = names.filter((name) => name.startsWith(beginning));
  return [...new Set(ids.map((name) => name.slice(beginning.length)).filter(isGateId))];
}
