import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { inject } from "vitest";
import { localDynamodbClient } from "../../adapters/aws/dynamodb-client.ts";
import { counterPorts } from "../../adapters/counters/counter-ports.ts";
import { embedPorts } from "../../adapters/embeds/embed-ports.ts";
import { organizationPorts } from "../../adapters/organizations/organization-ports.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { dynamodbEndpointRegistry } from "../../adapters/webhooks/dynamodb-endpoint-registry.ts";
import { dynamodbWebhookEndpoints } from "../../adapters/webhooks/dynamodb-endpoints.ts";
import type { Metadata } from "../../core/counters/count-event.ts";
import {
  type NewCounter,
  newCounter,
  newCounterId,
  type StoredCounter,
} from "../../core/counters/counter.ts";
import { countTap } from "../../core/counters/counting.ts";
import type { Direction } from "../../core/counters/tap.ts";
import { newEmbedSession } from "../../core/embeds/embed-session.ts";
import { keyHash, newApiKey, newKeyText } from "../../core/organizations/api-key.ts";
import {
  newOrganization,
  type Organization,
  type Plan,
} from "../../core/organizations/organization.ts";

export const outputs = inject("outputs");
export const dataDir = inject("dataDir");
export const endpoint = inject("dynamodbEndpoint");
export const client = localDynamodbClient(endpoint);

/** Everything that tests do with a service's tables; each test may compose less by itself. */
const service = { clients: { dynamodb: client }, outputs };
const organizations = organizationPorts(service);
const webhookTables = {
  organizations: outputs.OrganizationsTable,
  webhookEndpoints: outputs.WebhookEndpointsTable,
};
export const stores = {
  ...organizations,
  ...counterPorts(service),
  ...embedPorts(service),
  endpointRegistry: dynamodbEndpointRegistry(client, webhookTables, organizations.clock),
  webhookEndpoints: dynamodbWebhookEndpoints(client, webhookTables.webhookEndpoints),
};

export async function createOrganization(plan: Plan): Promise<Organization> {
  const organization = newOrganization({ name: "Test", plan }, { nowMs: Date.now(), randomBase62 });
  await stores.organizations.create(organization);
  return organization;
}

export async function createKey(organization: Organization): Promise<{ id: string; key: string }> {
  const key = newKeyText(stores.keyBrand, randomBase62);
  const fresh = { nowMs: Date.now(), randomBase62 };
  const apiKey = newApiKey({ name: "Test", organization, keyText: key }, fresh);
  const created = await stores.apiKeys.create({ apiKey, keyHash: keyHash(key) });
  if (created.result !== "created") throw new Error(`no key: ${created.result}`);
  return { id: apiKey.id, key };
}

export async function createCounter(
  organization: Organization,
  settings: Partial<NewCounter> = {},
): Promise<StoredCounter> {
  const key = { organizationId: organization.id, counterId: newCounterId(randomBase62) };
  const counter = newCounter({ name: "Gate", ...settings }, key, Date.now());
  await stores.counterCreator.create([counter]);
  return counter;
}

/** An organization with one key and one counter. */
export async function createCustomer(plan: Plan) {
  const organization = await createOrganization(plan);
  const { key, id: keyId } = await createKey(organization);
  const counter = await createCounter(organization);
  return { organization, key, keyId, counter };
}

type CounterIdentity = Pick<StoredCounter, "organizationId" | "id">;

/** Creates an embed of a counter; returns the session's id. */
export async function shareCounter(counter: CounterIdentity): Promise<string> {
  const key = { organizationId: counter.organizationId, counterId: counter.id };
  const session = newEmbedSession(key, { nowMs: Date.now(), randomBase62 });
  const result = await stores.embedSessions.create(session);
  if (result !== "created") throw new Error(`no embed: ${result}`);
  return session.id;
}

/** Sets the stored number of an organization's counters. */
export async function setCounterCount(organizationId: string, count: number): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.OrganizationsTable,
      Key: { organizationId: { S: organizationId } },
      UpdateExpression: "SET counterCount = :count",
      ExpressionAttributeValues: { ":count": { N: String(count) } },
    }),
  );
}

export function tapOnce(
  counter: CounterIdentity,
  direction: Direction = "up",
  options: { metadata?: Metadata; idempotencyKey?: string } = {},
) {
  return countTap(stores.counting, stores.clock, {
    key: { organizationId: counter.organizationId, counterId: counter.id },
    tap: { direction, metadata: options.metadata ?? null },
    idempotencyKey: options.idempotencyKey,
  });
}

/** A GET to the read API, as any HTTP client sends it. */
export function get(path: string, key?: string, headers: Record<string, string> = {}) {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(`${outputs.ApiUrl}${path}`, { headers: { ...authorization, ...headers } });
}

/** A GET to the public site. */
export function getSite(path: string, headers: Record<string, string> = {}) {
  return fetch(`${outputs.BaseUrl}${path}`, { headers });
}
