import type { AttributeValue, TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { Invitation } from "../../core/members/invitation.ts";
import { Member } from "../../core/members/member.ts";
import type { PeopleWrite } from "../../core/members/organization-people.ts";
import { maximumOrganizations, Person } from "../../core/members/person.ts";
import type { Tables } from "../../core/tables.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { parseItem, revisionCondition } from "../aws/dynamodb-items.ts";

export type PeopleTables = Tables<"people" | "members" | "invitations" | "auditEntries">;

/** The sort key of an organization's roster among its members; no person's id is like it. */
export const rosterKey = "roster";

export function isRoster({ memberKey }: Record<string, AttributeValue>): boolean {
  return memberKey?.S === rosterKey;
}

export const RosterItem = z.object({
  revision: z.int(),
  ownerCount: z.int(),
  memberCount: z.int(),
});
export type Roster = z.infer<typeof RosterItem>;

/** Of an organization that never had a member. */
export const noRoster: Roster = { revision: 0, ownerCount: 0, memberCount: 0 };

/** The items of one transaction: the roster on condition, and what is written with it. */
export function peopleItems(
  tables: PeopleTables,
  change: { organizationId: string; roster: Roster; write: PeopleWrite },
): TransactWriteItem[] {
  const { member, invitations, entry } = change.write;
  return [
    { Update: { TableName: tables.members, ...rosterUpdate(change) } },
    ...(member === undefined ? [] : membershipItems(tables, member)),
    ...(invitations?.remove ?? []).map((removed) => ({
      Delete: { TableName: tables.invitations, Key: marshall(invitationKey(removed)) },
    })),
    ...(invitations?.put === undefined
      ? []
      : [{ Put: { TableName: tables.invitations, Item: invitationItem(invitations.put) } }]),
    auditPut(tables.auditEntries, entry),
  ];
}

function rosterUpdate(change: { organizationId: string; roster: Roster; write: PeopleWrite }) {
  const { organizationId, roster, write } = change;
  const { before, after } = write.member ?? {};
  const owners = Number(after?.role === "owner") - Number(before?.role === "owner");
  const members = Number(after !== undefined) - Number(before !== undefined);
  const unchanged = revisionCondition(roster.revision);
  const conditions = [
    unchanged.condition,
    // Whatever was decided: the table itself keeps the last owner.
    ...(owners < 0 ? ["ownerCount > :one"] : []),
  ];
  return {
    Key: marshall({ organizationId, memberKey: rosterKey }),
    UpdateExpression: "SET revision = :next, ownerCount = :ownerCount, memberCount = :memberCount",
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeValues: marshall({
      ...unchanged.values,
      ":next": roster.revision + 1,
      ":ownerCount": roster.ownerCount + owners,
      ":memberCount": roster.memberCount + members,
      ...(owners < 0 && { ":one": 1 }),
    }),
  };
}

/** The membership, and the person's list of organizations when it begins or ends. */
function membershipItems(
  tables: PeopleTables,
  { before, after }: NonNullable<PeopleWrite["member"]>,
): TransactWriteItem[] {
  const written: TransactWriteItem[] = [];
  if (after !== undefined && before !== undefined) {
    written.push({ Update: { TableName: tables.members, ...roleUpdate(after) } });
  } else if (after !== undefined) {
    written.push(
      { Put: { TableName: tables.members, Item: memberItem(after) } },
      { Update: { TableName: tables.people, ...organizationAdded(after) } },
    );
  } else if (before !== undefined) {
    written.push(
      { Delete: { TableName: tables.members, Key: marshall(memberKey(before)) } },
      { Update: { TableName: tables.people, ...organizationRemoved(before) } },
    );
  }
  return written;
}

/** Of a member only the role changes; what they choose meanwhile stays. */
function roleUpdate(member: Member) {
  return {
    Key: marshall(memberKey(member)),
    UpdateExpression: "SET #role = :role",
    ExpressionAttributeNames: { "#role": "role" },
    ExpressionAttributeValues: marshall({ ":role": member.role }),
  };
}

function organizationAdded({ personId, organizationId }: Member) {
  return {
    Key: marshall({ personId }),
    UpdateExpression: "ADD organizationIds :organization",
    ConditionExpression:
      "attribute_exists(personId) AND " +
      "(attribute_not_exists(organizationIds) OR size(organizationIds) < :most)",
    ExpressionAttributeValues: marshall({
      ":organization": new Set([organizationId]),
      ":most": maximumOrganizations,
    }),
  };
}

function organizationRemoved({ personId, organizationId }: Member) {
  return {
    Key: marshall({ personId }),
    UpdateExpression: "DELETE organizationIds :organization",
    ExpressionAttributeValues: marshall({ ":organization": new Set([organizationId]) }),
  };
}

function memberKey({ organizationId, personId }: Member) {
  return { organizationId, memberKey: personId };
}

/** A member as it is stored. */
export function memberItem(member: Member): Record<string, AttributeValue> {
  const { id: memberId, ...stored } = member;
  return marshall({ ...memberKey(member), memberId, ...stored });
}

function invitationKey({ organizationId, id }: Invitation) {
  return { organizationId, invitationId: id };
}

// DynamoDB removes an item some time after the moment in seconds that the table's TTL names.
const InvitationItem = Invitation.omit({ id: true, expiresAt: true }).extend({
  invitationId: z.string(),
  endsAt: Invitation.shape.expiresAt,
});

/** An invitation as it is stored. */
export function invitationItem(invitation: Invitation): Record<string, AttributeValue> {
  const { id: invitationId, expiresAt: endsAt, ...stored } = invitation;
  const expiresAt = Math.ceil(Date.parse(endsAt) / 1_000);
  return marshall({ invitationId, ...stored, endsAt, expiresAt });
}

export function invitationOf(item: Record<string, AttributeValue>): Invitation {
  const { invitationId: id, endsAt: expiresAt, ...invitation } = parseItem(InvitationItem, item);
  return { id, ...invitation, expiresAt };
}

const MemberItem = Member.omit({ id: true }).extend({ memberId: z.string() });

export function memberOf(item: Record<string, AttributeValue>): Member {
  const { memberId: id, ...member } = parseItem(MemberItem, item);
  return { id, ...member };
}

// DynamoDB has no empty set.
const PersonItem = Person.omit({ id: true }).extend({
  personId: z.string(),
  organizationIds: z.set(z.string()).default(new Set()),
});

export function personOf(item: Record<string, AttributeValue> | undefined): Person {
  const { personId: id, ...person } = parseItem(PersonItem, item);
  return { id, ...person };
}
