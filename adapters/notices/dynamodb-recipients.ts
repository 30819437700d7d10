import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Member } from "../../core/members/member.ts";
import type { OutboxKey } from "../../core/notices/outbox.ts";
import type { Recipient } from "../../core/notices/send-notices.ts";
import { knownLanguage, Organization } from "../../core/organizations/organization.ts";
import type { Tables } from "../../core/tables.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { parseItem, projectionOf } from "../aws/dynamodb-items.ts";
import { organizationItems } from "../aws/organization-items.ts";
import { readableItems } from "../aws/readable-items.ts";
import { isRoster, memberOf, personOf } from "../members/people-items.ts";

/** Every member of an organization. */
export function dynamodbMembers(client: DynamoDBClient, { members }: Tables<"members">) {
  return async (organizationId: string): Promise<Member[]> => {
    const items = await organizationItems(client, { tableName: members, organizationId });
    return readableItems(
      "members",
      items.filter((item) => !isRoster(item)),
      memberOf,
    );
  };
}

/** What mails say of an organization; its item also has the hashes of the API keys. */
export async function organizationOfMail(
  client: DynamoDBClient,
  TableName: string,
  organizationId: string,
): Promise<Recipient["organization"] | undefined> {
  const { Item } = await client.send(
    new GetItemCommand({
      ...{ TableName, Key: marshall({ organizationId }), ConsistentRead: true },
      ...projectionOf(Object.keys(OrganizationFields.shape)),
    }),
  );
  if (Item === undefined) return undefined;
  const { language, ...fields } = parseItem(OrganizationFields, Item);
  return { ...fields, language: knownLanguage(language) };
}

/** What the service needs to know of a recipient; undefined where one part of it is gone. */
export function dynamodbRecipients(
  client: DynamoDBClient,
  tables: Tables<"organizations" | "members" | "people">,
) {
  const get = async (TableName: string, key: Record<string, string>) => {
    const input = { TableName, Key: marshall(key), ConsistentRead: true };
    return (await client.send(new GetItemCommand(input))).Item;
  };
  return async ({ organizationId, recipientId }: OutboxKey): Promise<Recipient | undefined> => {
    const [organization, member, person] = await allInOrder([
      organizationOfMail(client, tables.organizations, organizationId),
      get(tables.members, { organizationId, memberKey: recipientId }),
      get(tables.people, { personId: recipientId }),
    ]);
    if (organization === undefined || member === undefined || person === undefined)
      return undefined;
    return {
      organization,
      member: memberOf(member),
      person: personOf(person),
    };
  };
}

const OrganizationFields = Organization.pick({ name: true, plan: true, language: true }).extend({
  timeZone: Organization.shape.timeZone.default(defaultTimeZone),
});
