import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import type { Invitation } from "../../../core/members/invitation.ts";
import type { Member } from "../../../core/members/member.ts";
import type { OrganizationPeople, PeoplePorts } from "../../../core/members/organization-people.ts";
import { type Person, personIdOf } from "../../../core/members/person.ts";
import type { Role } from "../../../core/members/role.ts";
import { Chance } from "../../simulation/chance.ts";

export const organizationId = "org_0123456789ABCDEFGHIJ";
export const startMs = Date.parse("2030-01-01T12:00:00.000Z");

/** One organization in memory, whose clock the test moves. */
export function memoryPeople() {
  const random = new Chance(1);
  const members = new Map<string, Member>();
  const invitations = new Map<string, Invitation>();
  const people = new Map<string, Person>();
  const entries: AuditEntry[] = [];
  const time = { nowMs: startMs };
  const digits = (length: number) =>
    Array.from({ length }, () => String(Math.floor(random.next() * 10))).join("");

  const store: OrganizationPeople = {
    members: async () => [...members.values()],
    invitations: async () => [...invitations.values()],
    invitation: async (key) =>
      key.organizationId === organizationId ? invitations.get(key.invitationId) : undefined,
    async change({ personId }, decide) {
      const { result, write } = decide({
        members: [...members.values()],
        invitations: [...invitations.values()],
        person: people.get(personId ?? ""),
      });
      if (write?.member?.before !== undefined) members.delete(write.member.before.id);
      if (write?.member?.after !== undefined) {
        members.set(write.member.after.id, write.member.after);
      }
      for (const { id } of write?.invitations?.remove ?? []) invitations.delete(id);
      const put = write?.invitations?.put;
      if (put !== undefined) invitations.set(put.id, put);
      if (write !== undefined) entries.push(write.entry);
      return result;
    },
  };
  const ports: PeoplePorts = {
    organizationName: async (id) => (id === organizationId ? "City Museum" : undefined),
    people: store,
    clock: { now: () => time.nowMs, backOff: async () => {} },
    randomBase62: digits,
    randomSecret: () => digits(43),
    consoleUrl: "https://console.example",
  };

  return {
    ports,
    time,
    members,
    invitations,
    entries,
    person(change: Partial<Person> = {}): Person {
      const subject = change.subject ?? digits(8);
      const at = new Date(time.nowMs).toISOString();
      const person: Person = {
        id: personIdOf("https://identity.example", subject),
        issuer: "https://identity.example",
        subject,
        email: `p${subject}@example.com`,
        emailVerified: true,
        name: `Person ${subject}`,
        organizationIds: new Set(),
        sessionEpoch: 1,
        createdAt: at,
        lastSignInAt: at,
        ...change,
      };
      people.set(person.id, person);
      return person;
    },
    member(role: Role): Member {
      const { id: personId, email, name } = this.person();
      const id = `mem_${digits(20)}`;
      const joinedAt = new Date(time.nowMs).toISOString();
      const member = { id, organizationId, personId, role, email, name, joinedAt };
      members.set(id, member);
      return member;
    },
  };
}
