import { ApiError } from "../../core/api-error.ts";
import type { CounterKey } from "../../core/counters/counter.ts";
import { isCounterId } from "../../core/counters/counter-names.ts";
import type { Credential } from "../../core/counting/credential-taps.ts";
import { hasCounter } from "../../core/gates/gate.ts";
import type { Member } from "../../core/members/member.ts";
import { isOrganizationId } from "../../core/organization-id.ts";
import { parseSessionValue } from "../../core/sessions/session.ts";
import type { HttpEvent } from "../http/message.ts";
import { cookieOf } from "../private-api/cookies.ts";
import { sessionCookie } from "../private-api/member-access.ts";
import { notFound } from "../private-api/resource-errors.ts";
import { type GateAccessPorts, gateCredential, openedGate } from "./gate-access.ts";

/**
 * What a request says of itself before it is authorized. All that depends on it can be read beside
 * the authorization, and must not be shown before that.
 */
export interface CounterClaim {
  /** Undefined for text that cannot be a counter's key. */
  key: CounterKey | undefined;
  /**
   * By which its taps are counted: a hash of the cookie's secret, so that nobody without the cookie
   * can use up a person's taps. Undefined without a cookie.
   */
  caller: string | undefined;
  /** Throws 401, 403 and 404. */
  authorize(): Promise<Credential>;
}

interface MemberRequest {
  event: HttpEvent;
  path: { organizationId: string; counterId: string };
  authorize: () => Promise<{ member: Member }>;
}

export function memberClaim({ event, path, authorize }: MemberRequest): CounterClaim {
  return {
    key: keyOf(path),
    caller: parseSessionValue(cookieOf(event, sessionCookie))?.sessionHash,
    async authorize() {
      const { member } = await authorize();
      // A device keeps taps for whoever made them: in another person's session they stay there.
      const made = event.headers["x-member-id"];
      if (made !== undefined && made !== member.id) throw new ApiError(401, "Sign in first");
      return { kind: "member", member };
    },
  };
}

interface GateRequest {
  event: HttpEvent;
  path: { gateId: string; counterId: string };
}

export function gateClaim({ event, path }: GateRequest, ports: GateAccessPorts): CounterClaim {
  const credential = gateCredential(event, path.gateId);
  const key = keyOf({ organizationId: credential?.organizationId, counterId: path.counterId });
  return {
    key,
    caller: credential?.secretHash,
    async authorize() {
      const { gate } = await openedGate(ports, credential);
      if (key === undefined || !hasCounter(gate, key.counterId)) throw noSuchCounter();
      return { kind: "gate", gate };
    },
  };
}

/** The same for a counter that does not exist, an archived one, and one of other people. */
export function noSuchCounter(): ApiError {
  return notFound("counter");
}

function keyOf({
  organizationId = "",
  counterId,
}: {
  organizationId: string | undefined;
  counterId: string;
}): CounterKey | undefined {
  if (!isOrganizationId(organizationId) || !isCounterId(counterId)) return undefined;
  return { organizationId, counterId };
}
