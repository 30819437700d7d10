import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { acceptInvitation } from "../../../core/members/accept-invitation.ts";
import type { ChangedBy } from "../../../core/members/changed-by.ts";
import { invite, listInvitations } from "../../../core/members/invitations.ts";
import type { Member } from "../../../core/members/member.ts";
import { removeMember, setRole } from "../../../core/members/member-changes.ts";
import { maximumOrganizations, type Person } from "../../../core/members/person.ts";
import { createInvitation, createMember, operator } from "../../system/people-service.ts";
import { client, createOrganization, outputs, signIn, stores } from "../../system/service.ts";

function as(member: Member): ChangedBy {
  return { kind: "member", member };
}

async function stored(TableName: string, key: Record<string, string>) {
  const Key = marshall(key);
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  return Item === undefined ? undefined : unmarshall(Item);
}

/** What the roster says must be what the members are, whatever happened. */
async function checkRoster(organizationId: string): Promise<Member[]> {
  const members = await stores.people.members(organizationId);
  const roster = await stored(outputs.MembersTable, { organizationId, memberKey: "roster" });
  expect(roster).toMatchObject({
    memberCount: members.length,
    ownerCount: members.filter(({ role }) => role === "owner").length,
  });
  return members;
}

async function organizationsOf({ id: personId }: Person): Promise<string[]> {
  const person = await stored(outputs.PeopleTable, { personId });
  return [...(person?.organizationIds ?? [])];
}

async function entriesOf(organizationId: string, action: string) {
  const { entries } = await stores.auditLog.list({ organizationId, limit: 100 });
  return entries.filter((entry) => entry.action === action);
}

test("of two owners who demote each other at once, one stays", async () => {
  for (let round = 0; round < 2; round += 1) {
    const { id: organizationId } = await createOrganization("free");
    const [a, b] = await Promise.all([
      createMember({ id: organizationId }, "owner"),
      createMember({ id: organizationId }, "owner"),
    ]);
    const demote = (by: Member, { id: memberId }: Member) =>
      setRole(stores, { organizationId, memberId, role: "member" }, as(by));
    const results = await Promise.all([demote(a.member, b.member), demote(b.member, a.member)]);
    // The second finds that its own owner is none any longer.
    expect(results.map(({ result }) => result).toSorted()).toEqual(["changed", "forbidden"]);
    const members = await checkRoster(organizationId);
    expect(members.filter(({ role }) => role === "owner").length).toBe(1);
    expect((await entriesOf(organizationId, "member.set-role")).length).toBe(1);
  }
});

test("of three owners who all leave at once, one stays", async () => {
  const { id: organizationId } = await createOrganization("free");
  const owners: Member[] = [];
  for (let count = 0; count < 3; count += 1) {
    owners.push((await createMember({ id: organizationId }, "owner")).member);
  }
  const results = await Promise.all(
    owners.map((member) =>
      removeMember(stores, { organizationId, memberId: member.id }, as(member)),
    ),
  );
  const refused = results.filter(({ result }) => result === "last_owner");
  expect([refused.length, (await checkRoster(organizationId)).length]).toEqual([1, 1]);
});

test("six people who accept one invitation at once make one member", async () => {
  const organization = await createOrganization("free");
  const email = `${organization.id.toLowerCase()}@example.com`;
  const { token } = await createInvitation(organization, { email, role: "admin" });
  const crowd = await Promise.all(
    Array.from({ length: 6 }, async () => (await signIn({ email })).person),
  );
  const results = await Promise.all(
    crowd.map(({ id: personId }) => acceptInvitation(stores, { token, personId })),
  );
  expect(results.filter(({ result }) => result === "accepted").length).toBe(1);
  expect(results.filter(({ result }) => result === "used").length).toBe(5);
  expect((await checkRoster(organization.id)).length).toBe(1);
  const lists = await Promise.all(crowd.map(organizationsOf));
  expect(lists.flat()).toEqual([organization.id]);
  expect((await entriesOf(organization.id, "invitation.accept")).length).toBe(1);
});

test("who accepts once with six taps on the button is one member", async () => {
  const organization = await createOrganization("free");
  const { person } = await signIn();
  const { token } = await createInvitation(organization, { email: person.email ?? "" });
  const accept = () => acceptInvitation(stores, { token, personId: person.id });
  const results = await Promise.all(Array.from({ length: 6 }, accept));
  expect(results.filter(({ result }) => result === "accepted").length).toBe(1);
  expect((await checkRoster(organization.id)).length).toBe(1);
});

test("who is removed while they accept another invitation is in or out, with the list alike", async () => {
  for (let round = 0; round < 3; round += 1) {
    const organization = await createOrganization("free");
    const { person, member } = await createMember(organization, "member");
    const email = person.email ?? "";
    const { token } = await createInvitation(organization, { email, role: "admin" });
    const [acceptance, removal] = await Promise.all([
      acceptInvitation(stores, { token, personId: person.id }),
      removeMember(stores, { organizationId: organization.id, memberId: member.id }, operator),
    ]);
    expect([acceptance.result, removal.result]).toEqual(["accepted", "removed"]);
    const members = await checkRoster(organization.id);
    expect(await organizationsOf(person)).toEqual(members.length === 1 ? [organization.id] : []);
    // Who was removed first joined anew, as another member.
    expect(members.map(({ id }) => id)).not.toContain(member.id);
  }
});

test("a membership and the person's list of organizations begin and end together", async () => {
  const organizations = [await createOrganization("free"), await createOrganization("pro")];
  const signedIn = await signIn();
  const { person } = signedIn;
  const joined = await Promise.all(
    organizations.map((organization) => createMember(organization, "member", signedIn)),
  );
  const ids = organizations.map(({ id }) => id);
  expect((await organizationsOf(person)).toSorted()).toEqual(ids.toSorted());
  for (const { member } of joined) {
    const { organizationId, id: memberId } = member;
    await removeMember(stores, { organizationId, memberId }, operator);
  }
  expect(await organizationsOf(person)).toEqual([]);
});

test("nobody belongs to more than 100 organizations, also when they accept two at once", async () => {
  const { person } = await signIn();
  const others = Array.from({ length: maximumOrganizations - 1 }, (_, index) => `org_${index}`);
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.PeopleTable,
      Key: marshall({ personId: person.id }),
      UpdateExpression: "SET organizationIds = :others",
      ExpressionAttributeValues: marshall({ ":others": new Set(others) }),
    }),
  );
  const email = person.email ?? "";
  const tokens = await Promise.all(
    [await createOrganization("free"), await createOrganization("free")].map(
      async (organization) => (await createInvitation(organization, { email })).token,
    ),
  );
  const results = await Promise.all(
    tokens.map((token) => acceptInvitation(stores, { token, personId: person.id })),
  );
  expect(results.map(({ result }) => result).toSorted()).toEqual([
    "accepted",
    "organization_limit_reached",
  ]);
  expect((await organizationsOf(person)).length).toBe(maximumOrganizations);
});

test("one address invited four times at once has one open invitation", async () => {
  const { id: organizationId } = await createOrganization("free");
  const setup = { organizationId, email: "kim@example.com", role: "member" as const };
  await Promise.all(Array.from({ length: 4 }, () => invite(stores, setup, operator)));
  const listing = await listInvitations(stores, organizationId);
  expect(listing.result === "listed" && listing.invitations.length).toBe(1);
});

test("a stolen table opens nothing: no secret of a link is stored", async () => {
  const organization = await createOrganization("free");
  const { id, token } = await createInvitation(organization, { email: "kim@example.com" });
  const key = { organizationId: organization.id, invitationId: id };
  const item = await stored(outputs.InvitationsTable, key);
  const entries = await entriesOf(organization.id, "member.invite");
  expect(JSON.stringify([item, entries])).not.toContain(token.split(".")[2]);
  expect(item).toMatchObject({ secretHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // The table's TTL removes it when it has expired.
  expect(item?.expiresAt).toBe(Math.ceil(Date.parse(item?.endsAt) / 1_000));
});
