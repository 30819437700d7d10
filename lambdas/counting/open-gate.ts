import type { GateToken, OpenedGate, OpenedGates } from "../../api/private/counting.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Clock } from "../../core/clock.ts";
import type { StoredCounter } from "../../core/counters/counter.ts";
import { authorizeGate, type Gate, parseGateToken } from "../../core/gates/gate.ts";
import { graceMs, maximumOnScreen } from "../../core/gates/gate-limits.ts";
import { sortByName } from "../../core/list-order.ts";
import { type RateLimits, unknownLinkLimit } from "../../core/rate-limits.ts";
import { minuteMs, offsetMs } from "../../core/time-zone.ts";
import type { HttpEvent } from "../http/message.ts";
import type { PrivateReply } from "../private-api/area-handler.ts";
import { setCookie } from "../private-api/cookies.ts";
import { enforce } from "../private-api/rate-limit.ts";
import type { ViewerAddress } from "../private-api/viewer-address.ts";
import {
  type GateAccessPorts,
  type GateHome,
  gateCredential,
  gateIdsIn,
  openedGate,
  withoutOldGates,
} from "./gate-access.ts";

export interface GateRoutePorts extends GateAccessPorts {
  /** Those of these counters that are in use. */
  countersInUse(wanted: { organizationId: string; counterIds: string[] }): Promise<StoredCounter[]>;
  rateLimits: RateLimits;
  viewerAddress: ViewerAddress;
  clock: Pick<Clock, "now">;
}

/** Exchanges a gate's link for its cookie. */
export async function openGate(
  ports: GateRoutePorts,
  { event, body }: { event: HttpEvent; body: GateToken },
): Promise<PrivateReply<OpenedGate>> {
  const parsed = parseGateToken(body.token);
  const nowMs = ports.clock.now();
  if (parsed === undefined) throw await unknownLink(ports, event);
  const [gate, home] = await allInOrder([
    ports.gates.get(parsed.credential),
    ports.organization(parsed.credential.organizationId),
  ]);
  const authorization = authorizeGate(gate, parsed.credential, nowMs);
  if (authorization.result !== "authorized" || home === undefined) {
    throw await unknownLink(ports, event);
  }
  const cookie = parsed.cookie;
  const [view] = await allInOrder([
    gateView(ports, authorization.gate, home),
    ports.heard(authorization.gate),
  ]);
  return {
    body: view,
    cookies: [
      setCookie(cookie.name, cookie.value, secondsOpen(authorization.gate, nowMs)),
      ...withoutOldGates(event, cookie.name),
    ],
  };
}

/** A gate for a browser that has its cookie. */
export async function showGate(
  ports: GateRoutePorts,
  { event, path: { gateId } }: { event: HttpEvent; path: { gateId: string } },
): Promise<PrivateReply<OpenedGate>> {
  return { body: await gateOfCookie(ports, event, gateId) };
}

async function gateOfCookie(ports: GateRoutePorts, event: HttpEvent, gateId: string) {
  const { gate, home } = await openedGate(ports, gateCredential(event, gateId));
  return await gateView(ports, gate, home);
}

/** The gates that a browser's cookies open; those that open nothing any more are forgotten. */
export async function listOpenGates(
  ports: GateRoutePorts,
  { event }: { event: HttpEvent },
): Promise<PrivateReply<OpenedGates>> {
  const shown = gateIdsIn(event).map(async (gateId) => {
    try {
      return { gates: [await gateOfCookie(ports, event, gateId)], cookies: [] };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      return { gates: [], cookies: error.details.cookies ?? [] };
    }
  });
  const all = await allInOrder(shown);
  return {
    body: { gates: all.flatMap(({ gates }) => gates) },
    cookies: all.flatMap(({ cookies }) => cookies),
  };
}

/**
 * The same 404 for a link that never was, and one that opens nothing any more; after many of them
 * from one address a 429. Links that open something are never limited: a venue can share an address.
 */
async function unknownLink(
  { rateLimits, viewerAddress }: GateRoutePorts,
  event: HttpEvent,
): Promise<ApiError> {
  await enforce(rateLimits.use(unknownLinkLimit, await viewerAddress(event)));
  return new ApiError(404, "This link does not work; ask for a new one");
}

async function gateView(
  { countersInUse, clock }: GateRoutePorts,
  gate: Gate,
  { name: organizationName, timeZone }: GateHome,
): Promise<OpenedGate> {
  const { id, organizationId, name, counterIds, endsAt } = gate;
  const inUse = await countersInUse({ organizationId, counterIds });
  // One screen keeps the order in which they were chosen; a longer list is sorted by name.
  const counters =
    counterIds.length > maximumOnScreen
      ? sortByName(inUse)
      : counterIds.flatMap((each) => inUse.filter((counter) => counter.id === each));
  return {
    ...{ id, name, organizationName, timeZone, endsAt },
    utcOffsetMinutes: offsetMs(timeZone, clock.now()) / minuteMs,
    counters: counters.map((counter) => ({ id: counter.id, name: counter.name })),
  };
}

/** The longest that browsers keep a cookie. */
const longestSeconds = 400 * 86_400;

/** How long the cookie can be of use: taps made before a gate's end are taken for a day more. */
function secondsOpen({ endsAt }: Gate, nowMs: number): number {
  if (endsAt === null) return longestSeconds;
  const seconds = Math.ceil((Date.parse(endsAt) + graceMs - nowMs) / 1_000);
  return Math.min(longestSeconds, Math.max(1, seconds));
}
