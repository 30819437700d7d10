import type { Stores } from "../../adapters/stores.ts";
import { acceptInvitation } from "../../core/members/accept-invitation.ts";
import { invite } from "../../core/members/invitations.ts";
import { personIdOf } from "../../core/members/person.ts";
import { subjectOf } from "../identity/account.ts";
import type { DemoOrganization } from "./demo.ts";
import { type DemoPerson, demoPeople } from "./people.ts";

interface Seeding {
  organizations: DemoOrganization[];
  issuer: string;
  signal: AbortSignal;
}

/**
 * Makes the demo's people members of the demo's organizations. Memberships belong to the issuer,
 * which another port of the identity provider changes, so this is checked at each start.
 */
export async function seedDemoMembers(
  stores: Stores,
  { organizations, issuer, signal }: Seeding,
): Promise<void> {
  for (const { id, name } of organizations) {
    const members = await stores.people.members(id);
    const known = new Set(members.map(({ personId }) => personId));
    for (const person of demoPeople.filter(({ organization }) => organization === name)) {
      signal.throwIfAborted();
      const personId = personIdOf(issuer, subjectOf(person.email));
      if (!known.has(personId))
        await join(stores, { organizationId: id, personId, person, issuer });
    }
  }
}

interface Joining {
  organizationId: string;
  personId: string;
  person: DemoPerson;
  issuer: string;
}

/** As people join anywhere: an operator invites them, they sign in and accept. */
async function join(
  stores: Stores,
  { organizationId, personId, person, issuer }: Joining,
): Promise<void> {
  const { name, email, role } = person;
  const by = { kind: "operator", actor: { kind: "operator", id: null, name: "demo" } } as const;
  const creation = await invite(stores, { organizationId, email, role }, by);
  // A person has filled the organization, or has deleted it.
  if (creation.result !== "created") return;
  const identity = { issuer, subject: subjectOf(email), email, emailVerified: true, name };
  const at = new Date(stores.clock.now()).toISOString();
  await stores.signedInPeople.signIn(personId, identity, at);
  await acceptInvitation(stores, { token: new URL(creation.url).hash.slice(1), personId });
}
