import {
  type DynamoDBClient,
  GetItemCommand,
  type TransactWriteItem,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Clock } from "../../core/clock.ts";
import { conflict, retryConflicts } from "../../core/conflict.ts";
import type { Invitation, InvitationKey } from "../../core/members/invitation.ts";
import type { OrganizationPeople, PeopleRecord } from "../../core/members/organization-people.ts";
import type { Person } from "../../core/members/person.ts";
import type { Tables } from "../../core/tables.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { failedCondition, passed, transact } from "../aws/dynamodb-transaction.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { organizationCheck } from "../organization-check.ts";
import {
  invitationOf,
  isRoster,
  memberOf,
  noRoster,
  type PeopleTables,
  peopleItems,
  personOf,
  type Roster,
  RosterItem,
  rosterKey,
} from "./people-items.ts";
import { firstUseOf } from "./used-ids.ts";

/**
 * In addition to its members an organization has one item, the roster, whose revision every change
 * of members and invitations raises on condition: so the limits and the last owner's rule hold
 * under any race. A membership and the person's list of organizations are one transaction.
 */
export function dynamodbOrganizationPeople(
  client: DynamoDBClient,
  tables: PeopleTables & Tables<"organizations" | "rateLimits">,
  clock: Clock,
): OrganizationPeople {
  async function get(TableName: string, key: Record<string, string>) {
    const Key = marshall(key);
    return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  }

  async function members(organizationId: string) {
    const items = await organizationItems(client, { tableName: tables.members, organizationId });
    const stored = items.filter((item) => !isRoster(item));
    return readableItems("members", stored, memberOf);
  }

  async function invitations(organizationId: string): Promise<Invitation[]> {
    const from = { tableName: tables.invitations, organizationId };
    return readableItems("invitations", await organizationItems(client, from), invitationOf);
  }

  async function rosterOf(organizationId: string): Promise<Roster> {
    const item = await get(tables.members, { organizationId, memberKey: rosterKey });
    return item === undefined ? noRoster : parseItem(RosterItem, item);
  }

  async function personWith(personId: string | undefined): Promise<Person | undefined> {
    const item = personId === undefined ? undefined : await get(tables.people, { personId });
    return item && personOf(item);
  }

  return {
    members,
    invitations,

    async invitation({ organizationId, invitationId }: InvitationKey) {
      const item = await get(tables.invitations, { organizationId, invitationId });
      return item && invitationOf(item);
    },

    async change({ organizationId, personId }, decide) {
      const contention = { attempts: 100, what: `the members of organization ${organizationId}` };
      return await retryConflicts(clock, contention, async () => {
        // Read first, so that its revision is never newer than what is decided from.
        const roster = await rosterOf(organizationId);
        const record: PeopleRecord = {
          members: await members(organizationId),
          invitations: await invitations(organizationId),
          person: await personWith(personId),
        };
        const { result, write, newId } = decide(record);
        if (write === undefined) return result;
        const check = organizationCheck(tables.organizations, organizationId);
        const items: TransactWriteItem[] = peopleItems(tables, { organizationId, roster, write });
        const uses = newId ? [firstUseOf(tables.rateLimits, newId.id, clock.now())] : [];
        const written = await transact(client, [check, ...items, ...uses]);
        if (written.result === "written") return result;
        const [existence, revision] = written.reasons;
        if (failedCondition(existence)) return undefined;
        // Where another writer came first, the id can be theirs: decide from that.
        const isUsed = newId && passed(revision) && failedCondition(written.reasons.at(-1));
        return isUsed ? newId.otherwise : conflict;
      });
    },
  };
}
