import { dynamodbRateLimits } from "../../adapters/dynamodb-rate-limits.ts";
import { dynamodbSessions, type SessionTables } from "../../adapters/sessions/dynamodb-sessions.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { outsiderCode } from "../../api/private/conflict.ts";
import { ApiError } from "../../core/api-error.ts";
import type { Member } from "../../core/members/member.ts";
import type { Person } from "../../core/members/person.ts";
import { type Action, may } from "../../core/members/role.ts";
import { isOrganizationId } from "../../core/organization-id.ts";
import { personReadBudget } from "../../core/read-budget.ts";
import {
  type FoundSession,
  isAlive,
  isTouchDue,
  parseSessionValue,
} from "../../core/sessions/session.ts";
import type { HttpEvent } from "../http/message.ts";
import { cookieOf } from "./cookies.ts";
import { deletionCheckCache } from "./deletion-check-cache.ts";
import { limitOrNone, tooManyRequests } from "./rate-limit.ts";

export const sessionCookie = "__Host-session";

/**
 * Who a request of the private API is from. Each check is one round trip; what a person has read is
 * written about once in a thousand read units.
 */
export interface MemberAccess {
  /** The signed-in person; throws 401. */
  person(event: HttpEvent, counts?: ReadCount): Promise<Person>;
  /** The person and their membership in the path's organization; throws 401, 403, 404 and 429. */
  member(event: HttpEvent, action: Action, counts?: ReadCount): Promise<MemberRequest>;
  /** The same for what is polled: it may notice up to 10 s late that a deletion has begun. */
  polledMember(event: HttpEvent, action: Action, counts?: ReadCount): Promise<MemberRequest>;
  /** The same, also while the organization is being deleted. */
  memberDuringDeletion(
    event: HttpEvent,
    action: Action,
    counts?: ReadCount,
  ): Promise<MemberRequest>;
}

/** What a request counts against its person's limit. */
interface ReadCount {
  readUnits?: number;
}

export interface MemberRequest {
  person: Person;
  member: Member;
}

export function memberAccess(
  client: Parameters<typeof dynamodbSessions>[0],
  tables: SessionTables & { rateLimits: string },
): MemberAccess {
  const sessions = dynamodbSessions(client, tables);
  const rateLimits = dynamodbRateLimits(client, tables, systemClock);
  const countReads = personReadBudget(
    (...uses) => limitOrNone(rateLimits.use(...uses)),
    systemClock,
  );

  const deletionChecks = deletionCheckCache();

  async function signedIn(
    event: HttpEvent,
    { organizationId, skipDeletionCheck = false }: WhichOrganization = {},
  ): Promise<FoundSession> {
    const nowMs = systemClock.now();
    const value = parseSessionValue(cookieOf(event, sessionCookie));
    const found = value && (await sessions.find({ ...value, organizationId, skipDeletionCheck }));
    if (found === undefined || !isAlive(found.session, found.person, nowMs)) {
      throw new ApiError(401, "Sign in first");
    }
    if (isTouchDue(found.session, nowMs)) {
      await sessions.touch(found.session, new Date(nowMs).toISOString());
    }
    return found;
  }

  async function membership(event: HttpEvent, action: Action, { isPolled = false } = {}) {
    const wanted = event.pathParameters?.organizationId ?? "";
    // A key of any text could be too long for DynamoDB.
    const organizationId = isOrganizationId(wanted) ? wanted : undefined;
    const nowMs = systemClock.now();
    const skipDeletionCheck = isPolled && deletionChecks.holds(wanted, nowMs);
    const found = await signedIn(event, { organizationId, skipDeletionCheck });
    const { person, member, isBeingDeleted } = found;
    if (member === undefined) throw noSuchOrganization();
    if (isPolled && !skipDeletionCheck && !isBeingDeleted) deletionChecks.add(wanted, nowMs);
    const authorize = () => {
      if (may(member.role, action)) return { person, member };
      throw new ApiError(
        403,
        `Your role in this organization, ${member.role}, does not allow this`,
      );
    };
    return { isBeingDeleted, authorize };
  }

  /** Counts what the route reads for whoever asks, and returns what it was given. */
  async function counted<Asks extends { person: Person }>(
    asks: Asks,
    { readUnits = 0 }: ReadCount = {},
  ): Promise<Asks> {
    const limited = readUnits > 0 ? await countReads(asks.person.id, readUnits) : undefined;
    if (limited !== undefined) throw tooManyRequests(limited.retrySeconds);
    return asks;
  }

  async function existingMember(
    event: HttpEvent,
    action: Action,
    { isPolled = false, ...counts }: { isPolled?: boolean } & ReadCount = {},
  ) {
    const { isBeingDeleted, authorize } = await membership(event, action, { isPolled });
    if (isBeingDeleted) throw noSuchOrganization();
    return await counted(authorize(), counts);
  }

  return {
    person: async (event, counts) => (await counted(await signedIn(event), counts)).person,
    member: (event, action, counts) => existingMember(event, action, counts),
    polledMember: (event, action, counts) =>
      existingMember(event, action, { ...counts, isPolled: true }),
    memberDuringDeletion: async (event, action, counts) =>
      await counted((await membership(event, action)).authorize(), counts),
  };
}

interface WhichOrganization {
  organizationId?: string | undefined;
  skipDeletionCheck?: boolean;
}

/** The same for an organization that does not exist and for one of other people. */
export function noSuchOrganization(): ApiError {
  return new ApiError(404, "You are not in this organization", { code: outsiderCode });
}

/** For a role that has changed since the request was authorized. */
export function forbidden(): ApiError {
  return new ApiError(403, "Your role in this organization does not allow this");
}
