import type { Role } from "../../../core/members/role.ts";
import { newAlert } from "../alert-service.ts";
import { createGate } from "../gate-service.ts";
import { createInvitation, createMember, type SignedIn } from "../people-service.ts";
import {
  askConsole,
  type ConsoleRequest,
  createCounter,
  createKey,
  createOrganization,
  signIn,
  stores,
} from "../service.ts";

/** An organization with somebody of each role. */
export async function createStaff() {
  const organization = await createOrganization("enterprise");
  const owner = await createMember(organization, "owner");
  return {
    organization,
    owner,
    admin: await createMember(organization, "admin"),
    member: await createMember(organization, "member"),
    counter: await createCounter(organization),
  };
}
export type Staff = Awaited<ReturnType<typeof createStaff>>;

/** One endpoint with one body. */
export interface Endpoint {
  name: string;
  /** As the routes of the function have it. */
  route: string;
  /** Those that it is for, where its own rule refuses some that its description would let ask. */
  roles?: Role[];
  /** What the path names besides the organization; made anew for each request. */
  target?: (staff: Staff) => Promise<string>;
  body?: (staff: Staff) => unknown;
  /** With its question mark. */
  query?: (staff: Staff) => string;
}

const organizations = "/api/organization/{organizationId}";
const managers: Role[] = ["owner", "admin"];

let emails = 0;
function newEmail(): string {
  emails += 1;
  return `invited-${emails}@people.example`;
}

const memberOf =
  (role: Role) =>
  async ({ organization }: Staff) =>
    (await createMember(organization, role)).member.id;

const invitationOf =
  (role: Role) =>
  async ({ organization }: Staff) =>
    (await createInvitation(organization, { email: newEmail(), role })).id;

/** Of an organization that has room for 10. */
async function someKey({ organization }: Staff): Promise<string> {
  const [stored] = (await stores.apiKeys.list(organization.id)) ?? [];
  return stored?.apiKey.id ?? (await createKey(organization)).id;
}

/** On a counter of its own: a counter has at most 20. */
async function someAlert({ organization }: Staff): Promise<string> {
  return (await newAlert("counter", await createCounter(organization))).id;
}

/** Every private endpoint of an organization, with all that its roles tell apart. */
export const endpoints: Endpoint[] = [
  { name: "see the organization", route: `GET ${organizations}` },
  {
    name: "rename the organization",
    route: `PATCH ${organizations}`,
    body: () => ({ settings: { name: "City Museum" } }),
  },
  { name: "list members", route: `GET ${organizations}/members` },
  ...(["owner", "admin", "member"] as const).flatMap((role): Endpoint[] => [
    {
      name: `remove another ${role}`,
      route: `DELETE ${organizations}/members/{memberId}`,
      roles: role === "owner" ? ["owner"] : managers,
      target: memberOf(role),
    },
    {
      name: `invite a new ${role}`,
      route: `POST ${organizations}/invitations`,
      roles: role === "owner" ? ["owner"] : managers,
      body: () => ({ email: newEmail(), role }),
    },
    {
      name: `revoke the invitation of a new ${role}`,
      route: `DELETE ${organizations}/invitations/{invitationId}`,
      roles: role === "owner" ? ["owner"] : managers,
      target: invitationOf(role),
    },
    ...(["owner", "admin", "member"] as const).map(
      (after): Endpoint => ({
        name: `make another ${role} ${after}`,
        route: `PATCH ${organizations}/members/{memberId}`,
        roles: [role, after].includes("owner") ? ["owner"] : managers,
        target: memberOf(role),
        body: () => ({ role: after }),
      }),
    ),
  ]),
  { name: "list invitations", route: `GET ${organizations}/invitations` },
  { name: "list gates", route: `GET ${organizations}/gates` },
  {
    name: "make a gate",
    route: `POST ${organizations}/gates`,
    body: ({ counter }) => ({ name: "North entrance", counterIds: [counter.id] }),
  },
  {
    name: "revoke a gate",
    route: `DELETE ${organizations}/gates/{gateId}`,
    target: async ({ counter }) => (await createGate([counter])).gate.id,
  },
  { name: "list API keys", route: "GET /api/keys/{organizationId}" },
  {
    name: "create an API key",
    route: "POST /api/keys/{organizationId}",
    body: () => ({ name: "Website" }),
  },
  {
    name: "revoke an API key",
    route: "DELETE /api/keys/{organizationId}/{keyId}",
    target: someKey,
  },
  { name: "list alerts", route: "GET /api/alerts/{organizationId}" },
  {
    name: "create an alert",
    route: "POST /api/alerts/{organizationId}",
    body: ({ counter }) => ({
      ...{ name: "Full", scope: "counter", targetId: counter.id },
      ...{ kind: "absolute", at: 1_000 },
    }),
  },
  {
    name: "see an alert",
    route: "GET /api/alerts/{organizationId}/{alertId}",
    target: someAlert,
  },
  {
    name: "change an alert",
    route: "PATCH /api/alerts/{organizationId}/{alertId}",
    target: someAlert,
    body: () => ({ settings: { name: "Nearly full" } }),
  },
  {
    name: "pause an alert",
    route: "POST /api/alerts/{organizationId}/{alertId}/pause",
    target: someAlert,
  },
  {
    name: "resume an alert",
    route: "POST /api/alerts/{organizationId}/{alertId}/resume",
    target: someAlert,
  },
  {
    name: "delete an alert",
    route: "DELETE /api/alerts/{organizationId}/{alertId}",
    target: someAlert,
  },
  {
    name: "list what alerts can watch",
    route: "GET /api/alerts/{organizationId}/targets",
    query: () => "?scope=counter",
  },
  { name: "list firings", route: "GET /api/alerts/{organizationId}/firings" },
  {
    name: "see what a deletion would remove",
    route: "GET /api/deletion/{organizationId}",
  },
  { name: "see the audit log", route: `GET ${organizations}/audit` },
];

export interface RequestOf {
  cookie?: string;
  organizationId?: string;
  targetId?: string;
}

interface Asked<Of> {
  /** As the routes of the function have it. */
  route: string;
  target?: (staff: Of) => Promise<string>;
  body?: (staff: Of) => unknown;
  query?: (staff: Of) => string;
}

/** Somebody's request to a route, for a target of this organization unless one is given. */
export async function ask<Of extends { organization: { id: string } }>(
  { route, target, body, query }: Asked<Of>,
  staff: Of,
  { cookie, organizationId = staff.organization.id, ...request }: RequestOf = {},
): Promise<Response> {
  const targetId = request.targetId ?? (await target?.(staff)) ?? "";
  const [method = "", path = ""] = route.split(" ");
  const named = path
    .replace("{organizationId}", organizationId)
    .replace(/\{\w+\}/, encodeURIComponent(targetId));
  return await askConsole(`${named}${query?.(staff) ?? ""}`, {
    method: method as NonNullable<ConsoleRequest["method"]>,
    ...(cookie !== undefined && { cookie }),
    ...(body && { body: body(staff) }),
  });
}

/** Somebody signed in who belongs to nothing. */
export async function createStranger(): Promise<SignedIn> {
  return await signIn();
}
