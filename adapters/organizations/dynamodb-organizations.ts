import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  paginateScan,
} from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Language } from "../../core/languages.ts";
import {
  canaryOrganizationId,
  knownLanguage,
  Organization,
  type OrganizationCreator,
  type OrganizationRecord,
  type Organizations,
} from "../../core/organizations/organization.ts";
import type { Plan } from "../../core/organizations/plan.ts";
import type { Tables } from "../../core/tables.ts";
import { defaultTimeZone } from "../../core/time-zone.ts";
import { auditPut } from "../audit/dynamodb-audit-log.ts";
import { parseItem, projectionOf } from "../aws/dynamodb-items.ts";
import { transact } from "../aws/dynamodb-transaction.ts";
import { readableItems } from "../aws/readable-items.ts";

export interface StoredOrganizations extends Organizations {
  /** As `get`, without the hashes of the API keys: these are not read. */
  getWithoutKeys(organizationId: string): Promise<OrganizationRecord | undefined>;
  /** Every organization except the canary's, in no particular order, read as far as it is asked for. */
  records(): AsyncGenerator<OrganizationRecord>;
}

export function dynamodbOrganizations(
  client: DynamoDBClient,
  { organizations: tableName }: Tables<"organizations">,
): StoredOrganizations {
  return {
    async get(organizationId) {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { organizationId: { S: organizationId } },
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : recordOf(Item);
    },

    async getWithoutKeys(organizationId) {
      const names = Object.keys(OrganizationItem.shape).filter((name) => name !== "apiKeys");
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: { organizationId: { S: organizationId } },
          ...projectionOf(names),
          ConsistentRead: true,
        }),
      );
      return Item === undefined ? undefined : recordOf({ ...Item, apiKeys: { M: {} } });
    },

    async *records() {
      const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
      for await (const { Items = [] } of pages) {
        yield* readableItems("organizations", Items, recordOf).filter(isListed);
      }
    },

    async list() {
      const records: OrganizationRecord[] = [];
      const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true });
      for await (const { Items } of pages) {
        records.push(...readableItems("organizations", Items ?? [], recordOf).filter(isListed));
      }
      return records
        .map(({ organization }) => organization)
        .sort((a, b) => a.name.localeCompare(b.name, "en") || a.id.localeCompare(b.id, "en"));
    },
  };
}

/** Stores new organizations, each with its audit entry. */
export function dynamodbOrganizationCreator(
  client: DynamoDBClient,
  tables: Tables<"organizations" | "auditEntries">,
): OrganizationCreator {
  return {
    async create({ id, ...organization }, audit) {
      const fresh = { apiKeys: {}, counterCount: 0, revision: 1 };
      // A transaction, for its token: a lost response must not look as if the id were taken.
      const Put = {
        TableName: tables.organizations,
        Item: marshall({ organizationId: id, ...organization, ...fresh }),
        ConditionExpression: "attribute_not_exists(organizationId)",
      };
      const entries = audit === undefined ? [] : [auditPut(tables.auditEntries, audit.entry)];
      const written = await transact(client, [{ Put }, ...entries]);
      if (written.result !== "written") throw new Error(`the organization ${id} exists already`);
    },
  };
}

/** Reads an organization's name. */
export function dynamodbOrganizationName(client: DynamoDBClient, tables: Tables<"organizations">) {
  const schema = Organization.pick({ name: true });
  return async (organizationId: string): Promise<string | undefined> =>
    (await readFields(client, tables, { organizationId, schema }))?.name;
}

/** Reads what a gate shows of its organization. */
export function dynamodbGateHome(client: DynamoDBClient, tables: Tables<"organizations">) {
  const schema = Organization.pick({ name: true, timeZone: true });
  return (organizationId: string) => readFields(client, tables, { organizationId, schema });
}

/** Reads what decides who hears of what. */
export function dynamodbTelling(client: DynamoDBClient, tables: Tables<"organizations">) {
  const schema = Organization.pick({ plan: true, mails: true });
  return (organizationId: string) => readFields(client, tables, { organizationId, schema });
}

/** Reads an organization's plan. */
export function dynamodbOrganizationPlan(client: DynamoDBClient, tables: Tables<"organizations">) {
  const schema = Organization.pick({ plan: true });
  return async (organizationId: string): Promise<Plan | undefined> =>
    (await readFields(client, tables, { organizationId, schema }))?.plan;
}

/** Reads the language of an organization's embeds; undefined of one that does not exist. */
export function dynamodbOrganizationLanguage(
  client: DynamoDBClient,
  tables: Tables<"organizations">,
) {
  const schema = Organization.pick({ name: true, language: true });
  return async (organizationId: string): Promise<Language | undefined> => {
    const found = await readFields(client, tables, { organizationId, schema });
    return found && knownLanguage(found.language);
  };
}

/** Reads the fields of a schema and nothing else: the item also has the hashes of the API keys. */
async function readFields<Schema extends z.ZodObject>(
  client: DynamoDBClient,
  { organizations: tableName }: Tables<"organizations">,
  { organizationId, schema }: { organizationId: string; schema: Schema },
): Promise<z.infer<Schema> | undefined> {
  const fields = Object.keys(schema.shape);
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: tableName,
      Key: { organizationId: { S: organizationId } },
      ...projectionOf(fields),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : parseItem(schema, Item);
}

const isListed = ({ organization }: OrganizationRecord) => organization.id !== canaryOrganizationId;

function recordOf(item: Record<string, AttributeValue>): OrganizationRecord {
  const stored = parseItem(OrganizationItem, item);
  const {
    organizationId: id,
    name,
    plan,
    timeZone,
    dayStarts,
    language,
    pins,
    mails,
    createdAt,
    ...limits
  } = stored;
  const optional = {
    ...(dayStarts && { dayStarts }),
    ...(language && { language }),
    ...(pins && { pins }),
    ...(mails && { mails }),
  };
  const organization = { id, name, plan, timeZone, ...optional, createdAt };
  return { organization, ...limits };
}

const OrganizationItem = Organization.omit({ id: true }).extend({
  organizationId: z.string(),
  timeZone: Organization.shape.timeZone.default(defaultTimeZone),
  apiKeys: z.record(z.string(), z.string()),
  // DynamoDB has no empty set.
  endpointIds: z.set(z.string()).default(new Set()),
  counterCount: z.int(),
  groupCount: z.int().default(0),
  alertCount: z.int().default(0),
  alertEpoch: z.int().default(0),
  nextDayStart: z.iso.datetime().exactOptional(),
  revision: z.int(),
});
