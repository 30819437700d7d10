import type { Role } from "../../../core/members/role.ts";
import { createGate } from "../gate-service.ts";
import { createInvitation, createMember, type SignedIn } from "../people-service.ts";
import {
  askConsole,
  type ConsoleRequest,
  createCounter,
  createOrganization,
  signIn,
} from "../service.ts";

/** An organization with somebody of each role. */
export async function createStaff() {
  const organization = await createOrganization("free");
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

/** One endpoint with one body, and the roles that it is for. */
export interface Endpoint {
  name: string;
  /** As the routes of the function have it. */
  route: string;
  roles: Role[];
  /** What the path names in its organization; made anew for each request. */
  target?: (staff: Staff) => Promise<string>;
  body?: (staff: Staff) => unknown;
  /** With its question mark. */
  query?: (staff: Staff) => string;
}

const organizations = "/api/organizations/{organizationId}";
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

/** Every private endpoint of an organization, with all that its roles tell apart. */
export const endpoints: Endpoint[] = [
  { name: "list members", route: `GET ${organizations}/members`, roles: managers },
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
  { name: "list invitations", route: `GET ${organizations}/invitations`, roles: managers },
  { name: "list gates", route: `GET ${organizations}/gates`, roles: managers },
  {
    name: "make a gate",
    route: `POST ${organizations}/gates`,
    roles: managers,
    body: ({ counter }) => ({ name: "North entrance", counterIds: [counter.id] }),
  },
  {
    name: "revoke a gate",
    route: `DELETE ${organizations}/gates/{gateId}`,
    roles: managers,
    target: async ({ counter }) => (await createGate([counter])).gate.id,
  },
  { name: "see the audit log", route: `GET ${organizations}/audit`, roles: managers },
];

/** Somebody's request to an endpoint, for a target of this organization unless one is given. */
export async function ask(
  { route, target, body, query }: Endpoint,
  staff: Staff,
  request: { cookie?: string; organizationId?: string; targetId?: string } = {},
): Promise<Response> {
  const { cookie, organizationId = staff.organization.id } = request;
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
