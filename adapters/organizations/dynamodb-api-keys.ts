import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Clock } from "../../core/clock.ts";
import { sortByAge } from "../../core/list-order.ts";
import { ApiKey } from "../../core/organizations/api-key.ts";
import type { ApiKeys, KeyCreation } from "../../core/organizations/api-keys.ts";
import { maximumApiKeys, requestLimits } from "../../core/organizations/organization.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { changeOrganization } from "./dynamodb-organization-change.ts";
import { dynamodbOrganizations } from "./dynamodb-organizations.ts";

/**
 * Every change goes through the organization's item on condition of its revision: so the limit of
 * 10 and the copied limits hold under any race.
 */
export function dynamodbApiKeys(
  client: DynamoDBClient,
  tables: { organizations: string; apiKeys: string },
  clock: Clock,
): ApiKeys {
  const organizations = dynamodbOrganizations(client, tables.organizations);
  const change = changeOrganization(client, tables.organizations, clock);

  async function get(keyHash: string): Promise<ApiKey | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tables.apiKeys,
        Key: { keyHash: { S: keyHash } },
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) return undefined;
    const { keyId: id, ...apiKey } = parseItem(ApiKeyItem, Item);
    return { id, ...apiKey };
  }

  return {
    async create({ apiKey, keyHash }) {
      const creation = await change<KeyCreation>(apiKey.organizationId, async (record) => {
        if (Object.keys(record.apiKeys).length >= maximumApiKeys) {
          return { result: { result: "limit_reached" } };
        }
        const { id, ...stored } = apiKey;
        const { plan } = record.organization;
        const item = { keyHash, keyId: id, ...stored, plan, ...requestLimits(plan) };
        const put = {
          TableName: tables.apiKeys,
          Item: marshall(item),
          ConditionExpression: "attribute_not_exists(keyHash)",
        };
        return {
          result: { result: "created", apiKey },
          write: { organization: { change: "add_key", keyId: id, keyHash }, items: [{ Put: put }] },
        };
      });
      return creation ?? { result: "no_such_organization" };
    },

    async list(organizationId) {
      const record = await organizations.get(organizationId);
      if (record === undefined) return undefined;
      const keys = await Promise.all(Object.values(record.apiKeys).map(get));
      return sortByAge(keys.filter((key) => key !== undefined));
    },

    revoke: ({ organizationId, keyId }) =>
      change<ApiKey | undefined>(organizationId, async (record) => {
        const keyHash = Object.hasOwn(record.apiKeys, keyId) ? record.apiKeys[keyId] : undefined;
        const apiKey = keyHash === undefined ? undefined : await get(keyHash);
        if (keyHash === undefined || apiKey === undefined) return { result: undefined };
        const remove = { TableName: tables.apiKeys, Key: marshall({ keyHash }) };
        return {
          result: apiKey,
          write: { organization: { change: "remove_key", keyId }, items: [{ Delete: remove }] },
        };
      }),
  };
}

const ApiKeyItem = ApiKey.omit({ id: true }).extend({ keyId: z.string() });
