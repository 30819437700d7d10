import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Member } from "../../core/members/member.ts";
import type { Person } from "../../core/members/person.ts";
import { Organization } from "../../core/organizations/organization.ts";
import type { Belongings } from "../../core/sessions/session-view.ts";
import type { Tables } from "../../core/tables.ts";
import { batchGet, type Item } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { memberOf } from "../members/people-items.ts";
import { StoredCalendar } from "../organizations/dynamodb-calendar.ts";

/**
 * The organizations of a person with their role in each, in one round trip for up to 50. Of an
 * organization it reads the name, the plan and the calendar, and nothing that opens anything.
 */
export function dynamodbMemberships(
  client: DynamoDBClient,
  tables: Tables<"members" | "organizations" | "organizationDeletions">,
) {
  /** One more round trip, for owners of organizations that are being deleted. */
  async function deletionsOf(members: Pick<Member, "organizationId">[]) {
    const tableName = tables.organizationDeletions;
    const wanted = members.map(({ organizationId }) => ({
      tableName,
      key: marshall({ organizationId }),
    }));
    const found = await batchGet(client, wanted, { [tableName]: ["organizationId", "name"] });
    return (found.get(tableName) ?? []).map((item) => parseItem(DeletionItem, item));
  }

  return {
    async of({
      id: personId,
      organizationIds,
    }: Pick<Person, "id" | "organizationIds">): Promise<Belongings> {
      const wanted = [...organizationIds].flatMap((organizationId) => [
        { tableName: tables.members, key: marshall({ organizationId, memberKey: personId }) },
        { tableName: tables.organizations, key: marshall({ organizationId }) },
      ]);
      const attributes = {
        [tables.organizations]: ["organizationId", "name", "plan", "timeZone", "dayStarts"],
      };
      const found = await batchGet(client, wanted, attributes);
      const [stored = [], joined = []] = [tables.organizations, tables.members].map((name) =>
        found.get(name),
      );
      const readable = readableItems("organizations", stored, organizationOf);
      const organizations = new Map(readable.map((one) => [one.id, one]));
      const members = readableItems("members", joined, memberOf);
      const memberships = members.flatMap((member) => {
        const organization = organizations.get(member.organizationId);
        return organization === undefined ? [] : [{ organization, member }];
      });
      const gone = members.filter(
        ({ role, organizationId }) => role === "owner" && !organizations.has(organizationId),
      );
      return { memberships, deletions: await deletionsOf(gone) };
    },
  };
}

const DeletionItem = z.object({ organizationId: z.string(), name: z.string() });

const OrganizationItem = Organization.pick({ name: true, plan: true }).extend({
  organizationId: z.string(),
  ...StoredCalendar.shape,
});

function organizationOf(item: Item) {
  const { organizationId: id, ...organization } = parseItem(OrganizationItem, item);
  return { id, ...organization };
}
