import { acceptInvitation } from "../../core/members/accept-invitation.ts";
import { invite } from "../../core/members/invitations.ts";
import type { Member } from "../../core/members/member.ts";
import type { Role } from "../../core/members/role.ts";
import type { Organization, Plan } from "../../core/organizations/organization.ts";
import { createCounter, createOrganization, signIn, stores } from "./service.ts";

export const operator = {
  kind: "operator",
  actor: { kind: "operator", id: null, name: "test" },
} as const;

export interface CreatedInvitation {
  id: string;
  /** What stands behind # in the link. */
  token: string;
}

export async function createInvitation(
  { id: organizationId }: Pick<Organization, "id">,
  { email, role = "member" }: { email: string; role?: Role },
): Promise<CreatedInvitation> {
  const creation = await invite(stores, { organizationId, email, role }, operator);
  if (creation.result !== "created") throw new Error(`no invitation: ${creation.result}`);
  return { id: creation.invitation.id, token: new URL(creation.url).hash.slice(1) };
}

export type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** A person signed in who has accepted an invitation to an organization. */
export async function createMember(
  organization: Pick<Organization, "id">,
  role: Role,
  signedIn?: SignedIn,
): Promise<SignedIn & { member: Member }> {
  const { person, cookie } = signedIn ?? (await signIn());
  const { token } = await createInvitation(organization, { email: person.email ?? "", role });
  const acceptance = await acceptInvitation(stores, { token, personId: person.id });
  if (acceptance.result !== "accepted") throw new Error(`not a member: ${acceptance.result}`);
  return { person, cookie, member: acceptance.member };
}

/** An organization with a person of each role. */
export async function createStaff(plan: Plan = "enterprise") {
  const organization = await createOrganization(plan);
  return {
    organization,
    owner: await createMember(organization, "owner"),
    admin: await createMember(organization, "admin"),
    member: await createMember(organization, "member"),
    counter: await createCounter(organization),
  };
}
export type Staff = Awaited<ReturnType<typeof createStaff>>;
