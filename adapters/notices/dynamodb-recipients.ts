import { type AttributeValue, type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Member } from "../../core/members/member.ts";
import type { OutboxKey } from "../../core/notices/outbox.ts";
import { type Recipient, vouchedAddress } from "../../core/notices/send-notices.ts";
import { knownLanguage, Organization } from "../../core/organizations/organization.ts";
import type { Tables } from "../../core/tables.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { batchGet } from "../aws/dynamodb-batch-get.ts";
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

/** What the service needs to know of an organization that it writes to. */
export function dynamodbWrittenTo(
  client: DynamoDBClient,
  { organizations: TableName }: Tables<"organizations">,
) {
  return async (organizationId: string): Promise<Recipient["organization"] | undefined> => {
    const Key = marshall({ organizationId });
    // The item also has the hashes of the API keys.
    const fields = projectionOf(Object.keys(OrganizationFields.shape));
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key, ConsistentRead: true, ...fields }),
    );
    return Item && organizationOf(Item);
  };
}

function organizationOf(item: Record<string, AttributeValue>): Recipient["organization"] {
  const { language, ...fields } = parseItem(OrganizationFields, item);
  return { ...fields, language: knownLanguage(language) };
}

/** Those of some people, a hundred at most, who get mail. */
export function dynamodbMailed(client: DynamoDBClient, { people }: Tables<"people">) {
  return async (personIds: string[]): Promise<Set<string>> => {
    const wanted = personIds.map((personId) => ({
      tableName: people,
      key: marshall({ personId }),
    }));
    const items = (await batchGet(client, wanted)).get(people) ?? [];
    const mailed = items.map(personOf).filter((person) => vouchedAddress({ person }) !== undefined);
    return new Set(mailed.map(({ id }) => id));
  };
}

/** What the service needs to know of a recipient; undefined where one part of it is gone. */
export function dynamodbRecipients(
  client: DynamoDBClient,
  tables: Tables<"organizations" | "members" | "people">,
) {
  const writtenTo = dynamodbWrittenTo(client, tables);
  const get = async (TableName: string, key: Record<string, string>) => {
    const input = { TableName, Key: marshall(key), ConsistentRead: true };
    return (await client.send(new GetItemCommand(input))).Item;
  };
  return async ({ organizationId, recipientId }: OutboxKey): Promise<Recipient | undefined> => {
    const [organization, member, person] = await allInOrder([
      writtenTo(organizationId),
      get(tables.members, { organizationId, memberKey: recipientId }),
      get(tables.people, { personId: recipientId }),
    ]);
    if (organization === undefined || member === undefined || person === undefined)
      return undefined;
    return { organization, member: memberOf(member), person: personOf(person) };
  };
}

const OrganizationFields = Organization.pick({
  ...{ name: true, plan: true, language: true, mails: true },
}).extend({
  timeZone: Organization.shape.timeZone.default(defaultTimeZone),
});
