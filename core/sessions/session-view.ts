import { sortByName } from "../list-order.ts";
import type { Member } from "../members/member.ts";
import type { Person } from "../members/person.ts";
import type { Organization } from "../organizations/organization.ts";
import { minuteMs, offsetMs } from "../time-zone.ts";

/** A person's place in one organization. */
export interface Membership {
  organization: Pick<Organization, "id" | "name" | "plan" | "timeZone" | "dayStarts">;
  member: Member;
}

export interface Belongings {
  memberships: Membership[];
  /** Organizations of which the person is an owner, and whose deletion is not finished. */
  deletions: { organizationId: string; name: string }[];
}

/** What the console learns about the signed-in person. */
export function sessionView(
  { id, name, email }: Person,
  { memberships, deletions }: Belongings,
  nowMs: number,
) {
  const organizations = memberships.map(({ organization, member }) => ({
    ...organization,
    utcOffsetMinutes: offsetMs(organization.timeZone, nowMs) / minuteMs,
    role: member.role,
    memberId: member.id,
  }));
  return {
    person: { id, name, email },
    organizations: sortByName(organizations),
    deletions: sortByName(deletions.map((one) => ({ id: one.organizationId, name: one.name }))),
  };
}
