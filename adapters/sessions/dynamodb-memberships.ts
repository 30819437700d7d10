import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Person } from "../../core/members/person.ts";
import { Organization } from "../../core/organizations/organization.ts";
import type { Membership } from "../../core/sessions/session-view.ts";
import { batchGet, type Item } from "../aws/dynamodb-batch-get.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { memberOf } from "./dynamodb-sessions.ts";

/**
 * The organizations of a person with their role in each, in one round trip for up to 50. Of an
 * organization it reads the name and the plan, and nothing that opens anything.
 */
export function dynamodbMemberships(
  client: DynamoDBClient,
  tables: { members: string; organizations: string },
) {
  return {
    async of({
      id: personId,
      organizationIds,
    }: Pick<Person, "id" | "organizationIds">): Promise<Membership[]> {
      const wanted = [...organizationIds].flatMap((organizationId) => [
        { tableName: tables.members, key: marshall({ organizationId, memberKey: personId }) },
        { tableName: tables.organizations, key: marshall({ organizationId }) },
      ]);
      const attributes = { [tables.organizations]: ["organizationId", "name", "plan"] };
      const found = await batchGet(client, wanted, attributes);
      const organizations = new Map(
        (found.get(tables.organizations) ?? []).map(organizationOf).map((one) => [one.id, one]),
      );
      return (found.get(tables.members) ?? []).map(memberOf).flatMap((member) => {
        const organization = organizations.get(member.organizationId);
        return organization === undefined ? [] : [{ organization, member }];
      });
    },
  };
}

const OrganizationItem = Organization.pick({ name: true, plan: true }).extend({
  organizationId: z.string(),
});

function organizationOf(item: Item) {
  const { organizationId: id, ...organization } = parseItem(OrganizationItem, item);
  return { id, ...organization };
}
