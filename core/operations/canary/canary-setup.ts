import type { RandomBase62 } from "../../base62.ts";
import type { Clock } from "../../clock.ts";
import { newCounter } from "../../counters/counter.ts";
import type { CounterCreator } from "../../counters/settings/counter-creation.ts";
import { type ApiKeys, createApiKey, revokeApiKey } from "../../keys/api-keys.ts";
import { keyHash } from "../../keys/key-text.ts";
import { operatorNamed } from "../../members/changed-by.ts";
import type {
  OrganizationCreator,
  OrganizationRecord,
  Organizations,
} from "../../organizations/organization.ts";
import { createOrganization } from "../../organizations/organization-changes.ts";
import {
  createEndpoint,
  deleteEndpoint,
  type ManageEndpointsPorts,
  updateEndpoint,
} from "../../webhooks/manage-endpoints.ts";
import type { WebhookEventType } from "../../webhooks/webhook-event.ts";
import { made, whyRefused } from "../steps.ts";
import { type CanaryCredentials, canaryCounter } from "./canary-identity.ts";

export interface CanarySetupPorts extends ManageEndpointsPorts {
  organizations: Pick<Organizations, "get">;
  organizationCreator: OrganizationCreator;
  counterCreator: Pick<CounterCreator, "create">;
  apiKeys: ApiKeys;
  clock: Clock;
  randomBase62: RandomBase62;
  keyBrand: string;
}

/** What the canary's organization must have. It must have no other keys and endpoints. */
export interface CanarySetup {
  credentials: CanaryCredentials;
  /** Where its webhooks go. */
  receiverUrl: string;
}

const { organizationId } = canaryCounter;
const by = operatorNamed("canary");

/** The canary only counts up. */
const events: WebhookEventType[] = ["counter.increment"];

/**
 * Compares the canary's organization with what it must be, creates what is missing, and removes what
 * does not belong there. If a person paused the endpoint, locked or archived the counter or changed
 * the plan, that stays so, and the run fails and says so. The next run continues one that broke off,
 * and two at once do not disturb each other; usually it only reads.
 */
export async function ensureCanary(ports: CanarySetupPorts, setup: CanarySetup): Promise<void> {
  const record = (await ports.organizations.get(organizationId)) ?? (await create(ports));
  if (record.counterCount === 0) await createCounter(ports);
  await ensureKey(ports, record, setup.credentials);
  await ensureEndpoint(ports, setup);
}

async function create(ports: CanarySetupPorts): Promise<OrganizationRecord> {
  // The cheapest plan with the read API and webhooks: one read a minute is far below its limits.
  const setup = { id: organizationId, name: "Canary", plan: "pro" } as const;
  const creation = createOrganization(ports, setup, by);
  const failure = await creation.then(
    () => undefined,
    (error: unknown) => error,
  );
  const record = await ports.organizations.get(organizationId);
  // Where it is there all the same, another run has made it.
  if (record === undefined) throw failure ?? new Error("the canary's organization is not there");
  return record;
}

async function createCounter(ports: CanarySetupPorts): Promise<void> {
  const counter = newCounter(
    { name: "Canary", mode: "increment-only" },
    canaryCounter,
    ports.now(),
  );
  made("counter", await ports.counterCreator.create([counter]));
}

/** Another key is one of an earlier secret or brand. */
async function ensureKey(
  ports: CanarySetupPorts,
  { apiKeys }: OrganizationRecord,
  { keyId, keyText }: CanaryCredentials,
): Promise<void> {
  const own = keyHash(keyText);
  for (const [other, stored] of Object.entries(apiKeys)) {
    if (other === keyId && stored === own) continue;
    await revokeApiKey(ports, { organizationId, keyId: other }, by);
  }
  if (apiKeys[keyId] === own) return;
  const preset = { id: keyId, keyText };
  made("API key", await createApiKey(ports, { organizationId, name: "Canary", preset }, by));
}

async function ensureEndpoint(
  ports: CanarySetupPorts,
  { credentials: { endpointId, signingSecret }, receiverUrl: url }: CanarySetup,
): Promise<void> {
  const endpoints = await ports.endpointRegistry.list(organizationId);
  for (const { id } of endpoints.filter(({ id }) => id !== endpointId)) {
    await deleteEndpoint(ports, { organizationId, endpointId: id }, by);
  }
  const own = endpoints.find(({ id }) => id === endpointId);
  const isSubscribed = own?.events.join() === events.join();
  if (own?.url === url && isSubscribed) return;
  const key = { organizationId, endpointId };
  const done =
    own === undefined
      ? await createEndpoint(
          ports,
          {
            ...{ organizationId, url, events },
            preset: { id: endpointId, secret: signingSecret },
          },
          by,
        )
      : await updateEndpoint(ports, key, { url, events }, by);
  if (["created", "updated", "id_used"].includes(done.result)) return;
  throw new Error(`the endpoint at ${url} was refused: ${whyRefused(done)}`);
}
