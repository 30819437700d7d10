import { expect } from "vitest";
import type { PathParameters, ReplyOf, RouteKey } from "../../../api/private/route.ts";
import type { PrivateRoutes } from "../../../api/private/routes.ts";
import type { Member } from "../../../core/members/member.ts";
import type { Role } from "../../../core/members/role.ts";
import { createMember, type SignedIn } from "../people-service.ts";
import { askRoute, replyOf } from "../private-api.ts";
import { createOrganization, signIn } from "../service.ts";

/** Where counters, groups and embeds are managed. */
export const setupPath = "/api/setup/{organizationId}";

/** A person with a role in a new organization, or in this one, and what they ask of it. */
export async function consoleUser(
  role: Role = "admin",
  organization?: { id: string },
  signedIn?: SignedIn,
) {
  const own = organization ?? (await createOrganization("pro"));
  return userOf(own, await createMember(own, role, signedIn));
}

function userOf(own: { id: string }, { cookie, member, person }: SignedIn & { member: Member }) {
  type OwnParameters<Key> = Omit<PathParameters<Key>, "organizationId">;

  /** Asks a route for something in the organization; `sent` is the query of a GET, or the body. */
  async function request<Key extends RouteKey>(
    key: Key,
    parameters: OwnParameters<Key>,
    sent?: unknown,
  ): Promise<Response> {
    return await askRoute<string & RouteKey>(key, inOrganization(parameters), { cookie, sent });
  }

  /** The body of a successful response, checked by its route's schema. */
  async function reply<Key extends keyof PrivateRoutes>(
    key: Key,
    parameters: OwnParameters<Key>,
    sent?: unknown,
  ): Promise<ReplyOf<PrivateRoutes[Key]>> {
    return await replyOf(key, inOrganization(parameters), { cookie, sent });
  }

  function inOrganization<Key>(parameters: OwnParameters<Key>) {
    return { organizationId: own.id, ...parameters } as unknown as PathParameters<Key>;
  }

  /** The body of a response that must be a refusal with this status. */
  async function refusal<Key extends RouteKey>(
    status: number,
    key: Key,
    parameters: OwnParameters<Key>,
    sent?: unknown,
  ): Promise<{ error: string; code?: string }> {
    const response = await request(key, parameters, sent);
    const body = JSON.parse(await response.text());
    expect([response.status, body]).toEqual([status, { ...body, error: expect.any(String) }]);
    return body;
  }

  /** The newest entries of the audit log, newest first. */
  async function auditLog(filter: { action?: string; limit?: number } = {}) {
    const log = "GET /api/organization/{organizationId}/audit";
    return (await reply(log, {}, { limit: 20, ...filter })).entries;
  }

  /** The same person in another session. */
  async function signedInAgain() {
    return userOf(own, { ...(await signIn({ subject: person.subject })), member });
  }

  return {
    ...{ organization: own, member, cookie, signedIn: { person, cookie }, signedInAgain },
    ...{ request, reply, refusal, auditLog },
  };
}
export type ConsoleUser = ReturnType<typeof userOf>;
