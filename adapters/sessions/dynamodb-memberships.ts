import {
  type AttributeValue,
  BatchGetItemCommand,
  type DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Person } from "../../core/members/person.ts";
import { Organization } from "../../core/organizations/organization.ts";
import type { Membership } from "../../core/sessions/session-view.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { memberOf } from "./dynamodb-sessions.ts";

/** DynamoDB returns up to 100 items at once: a member and an organization each. */
const organizationsAtOnce = 50;

/**
 * The organizations of a person with their role in each, in one round trip. Of an organization it
 * reads the name and the plan, and nothing that opens anything.
 */
export function dynamodbMemberships(
  client: DynamoDBClient,
  tables: { members: string; organizations: string },
) {
  async function some(personId: string, organizationIds: string[]): Promise<Membership[]> {
    const organizationKeys = organizationIds.map((id) => marshall({ organizationId: id }));
    const memberKeys = organizationIds.map((id) =>
      marshall({ organizationId: id, memberKey: personId }),
    );
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({
        RequestItems: {
          [tables.members]: { Keys: memberKeys, ConsistentRead: true },
          [tables.organizations]: {
            Keys: organizationKeys,
            ConsistentRead: true,
            ProjectionExpression: "organizationId, #name, #plan",
            ExpressionAttributeNames: { "#name": "name", "#plan": "plan" },
          },
        },
      }),
    );
    // Whoever asks again gets all of it; an incomplete list would look like lost memberships.
    if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("DynamoDB is too busy");
    const organizations = new Map(
      (Responses?.[tables.organizations] ?? []).map(organizationOf).map((one) => [one.id, one]),
    );
    return (Responses?.[tables.members] ?? []).map(memberOf).flatMap((member) => {
      const organization = organizations.get(member.organizationId);
      return organization === undefined ? [] : [{ organization, member }];
    });
  }

  return {
    async of({ id, organizationIds }: Pick<Person, "id" | "organizationIds">) {
      const wanted = [...organizationIds];
      const batches: Promise<Membership[]>[] = [];
      for (let from = 0; from < wanted.length; from += organizationsAtOnce) {
        batches.push(some(id, wanted.slice(from, from + organizationsAtOnce)));
      }
      return (await Promise.all(batches)).flat();
    },
  };
}

const OrganizationItem = Organization.pick({ name: true, plan: true }).extend({
  organizationId: z.string(),
});

function organizationOf(item: Record<string, AttributeValue>) {
  const { organizationId: id, ...organization } = parseItem(OrganizationItem, item);
  return { id, ...organization };
}
