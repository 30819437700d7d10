import { type AuditEntry, type AuditedChange, newAuditEntry } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import {
  findOrganizationName,
  type NoSuchOrganization,
  type OrganizationName,
} from "../organization-id.ts";
import type { RandomSecret } from "../secret.ts";
import type { ChangedBy } from "./changed-by.ts";
import type { Invitation, InvitationKey } from "./invitation.ts";
import type { Member } from "./member.ts";
import type { Person } from "./person.ts";
import { type Action, may } from "./role.ts";

/** Who belongs to an organization and who is invited, at one moment. */
export interface PeopleRecord {
  members: Member[];
  /** Those that expired or were used among them. */
  invitations: Invitation[];
  /** The person that was asked for. */
  person: Person | undefined;
}

/** What one transaction writes, on condition that nobody wrote in between. */
export interface PeopleWrite {
  /** A membership and the list of the person's organizations with it. */
  member?: { before: Member | undefined; after: Member | undefined };
  invitations?: { put?: Invitation; remove?: Invitation[] };
  entry: AuditEntry;
}

export interface PeopleDecision<Result> {
  result: Result;
  /** Absent when there is nothing to do. */
  write?: PeopleWrite;
  /** An id that the write uses for the first time, and the result where it was used before. */
  newId?: { id: string; otherwise: Result };
}

export interface OrganizationPeople {
  /** Every member, in no particular order; strongly consistent like all that follows. */
  members(organizationId: string): Promise<Member[]>;
  invitations(organizationId: string): Promise<Invitation[]>;
  invitation(key: InvitationKey): Promise<Invitation | undefined>;
  /**
   * Decides from the present record, and again whenever it has changed while it was written. Returns
   * undefined, and writes nothing, where the organization does not exist.
   */
  change<Result>(
    key: { organizationId: string; personId?: string | undefined },
    decide: (record: PeopleRecord) => PeopleDecision<Result>,
  ): Promise<Result | undefined>;
}

export interface PeoplePorts {
  organizationName: OrganizationName;
  people: OrganizationPeople;
  clock: Clock;
  randomBase62: RandomBase62;
  randomSecret: RandomSecret;
  consoleUrl: string;
}

/** Whether they may, by their current role, which may have changed since the authorization. */
export function mayNow({ members }: PeopleRecord, by: ChangedBy, action: Action): boolean {
  if (by.kind === "operator") return true;
  const present = members.find(({ id }) => id === by.member.id);
  return present !== undefined && may(present.role, action);
}

/** Changes the people of an organization, whose id may be any text. */
export async function changePeople<Result>(
  ports: PeoplePorts,
  organizationId: string,
  decide: (record: PeopleRecord) => PeopleDecision<Result>,
): Promise<Result | NoSuchOrganization> {
  if ((await findOrganizationName(ports, organizationId)) === undefined) {
    return { result: "no_such_organization" };
  }
  const changed = await ports.people.change<Result>({ organizationId }, decide);
  return changed ?? { result: "no_such_organization" };
}

export function peopleEntry(
  { clock, randomBase62 }: Pick<PeoplePorts, "clock" | "randomBase62">,
  change: AuditedChange,
): AuditEntry {
  return newAuditEntry(change, { nowMs: clock.now(), randomBase62 });
}
