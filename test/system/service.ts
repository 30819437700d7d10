import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { inject, vi } from "vitest";
import { awsClients } from "../../adapters/aws/aws-clients.ts";
import { LocalService, localServiceFile } from "../../adapters/local-service.ts";
import { randomBase62 } from "../../adapters/random.ts";
import { tablesOf } from "../../adapters/stack-outputs.ts";
import { storesOf } from "../../adapters/stores.ts";
import type { Metadata } from "../../core/counters/count-event.ts";
import {
  type InitialCounterSettings,
  newCounter,
  type StoredCounter,
} from "../../core/counters/counter.ts";
import { newCounterId } from "../../core/counters/counter-names.ts";
import { creationBatches } from "../../core/counters/settings/counter-creation.ts";
import { countBatch, countTap } from "../../core/counters/taps/count-batch.ts";
import type { Direction } from "../../core/counters/taps/tap.ts";
import { maximumBatch } from "../../core/counters/taps/tap-limits.ts";
import { type EmbedTarget, newEmbedSession } from "../../core/embeds/embed-session.ts";
import { createApiKey } from "../../core/keys/api-keys.ts";
import {
  newOrganization,
  type Organization,
  type Plan,
} from "../../core/organizations/organization.ts";
import type { Identity } from "../../core/sessions/identity.ts";
import { signIn as beginSession } from "../../core/sessions/sign-in.ts";
import { operator } from "../core/audit/operator.ts";
import { fetchFrom } from "./fetch-from.ts";

export const dataDir = inject("dataDir");
const running = LocalService.parse(
  JSON.parse(readFileSync(join(dataDir, localServiceFile), "utf8")),
);
export const { outputs, endpoints: services } = running;
export const endpoint = services.dynamodb;
export const tables = tablesOf(outputs);
export const clients = awsClients(services);
export const client = clients.dynamodb;

/** What tests do with the service's tables and queues. */
export const stores = storesOf({ clients, outputs });

/** The same, with another client for DynamoDB. */
export const storesThrough = (dynamodb: typeof client) =>
  storesOf({ clients: { ...clients, dynamodb }, outputs });

export async function createOrganization(plan: Plan): Promise<Organization> {
  const organization = newOrganization({ name: "Test", plan }, { nowMs: Date.now(), randomBase62 });
  await stores.organizationCreator.create(organization);
  return organization;
}

export async function createKey(
  organization: Pick<Organization, "id">,
): Promise<{ id: string; key: string }> {
  const setup = { organizationId: organization.id, name: "Test" };
  const created = await createApiKey(stores, setup, operator);
  if (created.result !== "created") throw new Error(`no key: ${created.result}`);
  return { id: created.apiKey.id, key: created.keyText };
}

export async function createCounter(
  organization: Pick<Organization, "id">,
  settings: Partial<InitialCounterSettings> = {},
): Promise<StoredCounter> {
  const counter = counterOf(organization, settings);
  await stores.counterCreator.create([counter]);
  return counter;
}

/** Creates so many counters, each with its own settings, in as few transactions as can be. */
export async function createCounters(
  organization: Pick<Organization, "id">,
  count: number,
  settings: (index: number) => Partial<InitialCounterSettings>,
): Promise<void> {
  const counters = Array.from({ length: count }, (_, index) =>
    counterOf(organization, settings(index)),
  );
  const { create, maximumItems } = stores.counterCreator;
  for (const batch of creationBatches(counters, maximumItems)) await create(batch);
}

function counterOf({ id }: Pick<Organization, "id">, settings: Partial<InitialCounterSettings>) {
  const key = { organizationId: id, counterId: newCounterId(randomBase62) };
  return newCounter({ name: "Gate", ...settings }, key, Date.now());
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
  return await share({ organizationId: counter.organizationId, counterId: counter.id });
}

/** Creates an embed of a group; returns its session's id. */
export async function shareGroup(group: { organizationId: string; id: string }): Promise<string> {
  return await share({ organizationId: group.organizationId, groupId: group.id });
}

async function share(target: EmbedTarget): Promise<string> {
  const session = newEmbedSession(target, { nowMs: Date.now(), randomBase62 });
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
  return countTap(stores.taps, stores.clock, {
    key: { organizationId: counter.organizationId, counterId: counter.id },
    tap: { direction, metadata: options.metadata ?? null },
    idempotencyKey: options.idempotencyKey,
  });
}

/** Counts so many taps up, in batches. */
export async function tapTimes(
  { organizationId, id: counterId }: CounterIdentity,
  times: number,
  metadata: Metadata | null = null,
): Promise<void> {
  const taps = Array.from({ length: times }, () => ({
    tap: { direction: "up", metadata } as const,
  }));
  for (let start = 0; start < times; start += maximumBatch) {
    const batch = {
      key: { organizationId, counterId },
      taps: taps.slice(start, start + maximumBatch),
    };
    await countBatch(stores.taps, stores.clock, batch);
  }
}

/** Sets what a handler reads when it is loaded into the tests' own process. */
export function stubFunctionEnvironment(variables: Record<string, string>): void {
  const environment = {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    POWERTOOLS_METRICS_DISABLED: "true",
    POWERTOOLS_LOG_LEVEL: "SILENT",
    ...variables,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
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

/**
 * Signs a person in without the identity provider: stores the person and a session. Returns the
 * person and the Cookie header of their browser. Without a subject it is a new person.
 */
export async function signIn(identity: Partial<Identity> = {}) {
  const subject = identity.subject ?? randomBase62(20);
  const email = `${subject.toLowerCase()}@people.example`;
  const known = { issuer: "https://identity.example", email, emailVerified: true, name: "Anna" };
  const { person, value } = await beginSession(stores, {
    identity: { ...known, ...identity, subject },
    nowMs: Date.now(),
  });
  return { person, cookie: `__Host-session=${value}` };
}

export interface ConsoleRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  cookie?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** From which the viewer sends it; see newAddress. */
  address?: string;
}

/** A request of the console's own pages to the private API; it follows no redirect. */
export function askConsole(path: string, request: ConsoleRequest = {}): Promise<Response> {
  const { method = "GET", cookie, body, headers, address } = request;
  const changing = { "content-type": "application/json", origin: outputs.ConsoleUrl };
  const url = `${outputs.ConsoleUrl}${path}`;
  const init = {
    method,
    headers: { ...(method !== "GET" && changing), ...(cookie && { cookie }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  if (address !== undefined) return fetchFrom(address, url, init);
  return fetch(url, { redirect: "manual", ...init });
}
