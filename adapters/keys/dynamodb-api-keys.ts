import { type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { allInOrder } from "../../core/all-in-order.ts";
import type { Clock } from "../../core/clock.ts";
import { ApiKey } from "../../core/keys/api-key.ts";
import type {
  ApiKeys,
  KeyCreation,
  KeyRevocation,
  StoredApiKey,
} from "../../core/keys/api-keys.ts";
import { maximumApiKeys } from "../../core/limits.ts";
import { sortByAge } from "../../core/list-order.ts";
import { requestLimits } from "../../core/organizations/plan.ts";
import type { Tables } from "../../core/tables.ts";
import { noteDamaged } from "../aws/damaged-items.ts";
import { parseItem } from "../aws/dynamodb-items.ts";
import { memberAuditWrite } from "../members/member-audit-items.ts";
import { firstUseOf } from "../members/used-ids.ts";
import { changeOrganization } from "../organizations/dynamodb-organization-change.ts";
import { dynamodbOrganizations } from "../organizations/dynamodb-organizations.ts";
import { countedRequests } from "./key-windows.ts";

export type ApiKeyTables = Tables<
  "organizations" | "apiKeys" | "members" | "auditEntries" | "rateLimits"
>;

/**
 * Every change goes through the organization's item on condition of its revision: so the limit of
 * 10 and the copied limits hold under any race.
 */
export function dynamodbApiKeys(
  client: DynamoDBClient,
  tables: ApiKeyTables,
  clock: Clock,
): ApiKeys {
  const organizations = dynamodbOrganizations(client, tables);
  const change = changeOrganization(client, tables.organizations, clock);

  async function get(keyHash: string): Promise<StoredApiKey | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tables.apiKeys,
        Key: { keyHash: { S: keyHash } },
        ConsistentRead: true,
      }),
    );
    if (Item === undefined) return undefined;
    const item = parseItem(ApiKeyItem, Item);
    const { keyId: id, requestsPerMinute, requestsPerHour } = item;
    return {
      apiKey: ApiKey.parse({ ...item, id }),
      limits: { requestsPerMinute, requestsPerHour },
      counted: countedRequests(item),
    };
  }

  const forbidden = {
    action: "manage_keys",
    otherwise: { result: "forbidden" },
  } as const;

  return {
    async create({ apiKey, keyHash }, audit) {
      const creation = await change<KeyCreation>(apiKey.organizationId, async (record) => {
        const earlierHash = record.apiKeys[apiKey.id];
        const earlier = earlierHash === undefined ? undefined : await get(earlierHash);
        if (earlier !== undefined) {
          const isSameKey = earlierHash === keyHash;
          return { result: { result: "id_used", apiKey: earlier.apiKey, isSameKey } };
        }
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
        const { entries, checked } = memberAuditWrite<KeyCreation>(tables, audit, forbidden, {
          item: firstUseOf(tables.rateLimits, id, clock.now()),
          otherwise: { result: "id_used", apiKey: undefined },
        });
        return {
          result: { result: "created", apiKey },
          write: {
            organization: { change: "add_key", keyId: id, keyHash },
            items: [{ Put: put }, ...entries],
            ...checked,
          },
        };
      });
      return creation ?? { result: "no_such_organization" };
    },

    async list(organizationId) {
      const record = await organizations.get(organizationId);
      if (record === undefined) return undefined;
      const keys = await allInOrder(
        Object.entries(record.apiKeys).map(async ([id, keyHash]) =>
          get(keyHash).catch((error) => noteDamaged({ table: "apiKeys", id, error })),
        ),
      );
      const found = keys.filter((key) => typeof key === "object");
      return sortByAge(found.map((key) => ({ ...key.apiKey, key }))).map(({ key }) => key);
    },

    revoke: ({ organizationId, keyId }, auditOf) =>
      change<KeyRevocation>(organizationId, async (record) => {
        const keyHash = Object.hasOwn(record.apiKeys, keyId) ? record.apiKeys[keyId] : undefined;
        const apiKey = keyHash === undefined ? undefined : (await get(keyHash))?.apiKey;
        if (keyHash === undefined || apiKey === undefined) {
          return { result: { result: "no_such_key" } };
        }
        const remove = { TableName: tables.apiKeys, Key: marshall({ keyHash }) };
        const { entries, checked } = memberAuditWrite(tables, auditOf?.(apiKey), forbidden);
        return {
          result: { result: "revoked", apiKey },
          write: {
            organization: { change: "remove_key", keyId },
            items: [{ Delete: remove }, ...entries],
            ...checked,
          },
        };
      }),
  };
}

const ApiKeyItem = ApiKey.omit({ id: true })
  .extend({
    keyId: z.string(),
    requestsPerMinute: z.int(),
    requestsPerHour: z.int(),
  })
  // The windows; see the authorizer.
  .catchall(z.unknown());
