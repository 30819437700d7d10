import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { type ApiKey, isApiKeyId, keyHash, newApiKey, newKeyText } from "./api-key.ts";
import { findOrganization, type Organization, type Organizations } from "./organization.ts";
import type { NoSuchOrganization } from "./organization-changes.ts";

export type KeyCreation =
  | { result: "created"; apiKey: ApiKey }
  | { result: "limit_reached" | "no_such_organization" };

export interface ApiKeys {
  /** Stores a key under its hash, unless the organization holds its 10 already. */
  create(setup: { apiKey: ApiKey; keyHash: string }): Promise<KeyCreation>;
  /** The keys of an organization, oldest first; undefined when there is no such organization. */
  list(organizationId: string): Promise<ApiKey[] | undefined>;
  /** Deletes a key: the next request with it is refused. Undefined when there is no such key. */
  revoke(key: { organizationId: string; keyId: string }): Promise<ApiKey | undefined>;
}

export interface ApiKeyPorts {
  organizations: Pick<Organizations, "get">;
  apiKeys: ApiKeys;
}

/** Creates a key. `keyText` is the full key, which is stored nowhere: show it, once. */
export async function createApiKey(
  ports: ApiKeyPorts & { keyBrand: string; clock: Clock; randomBase62: RandomBase62 },
  { organizationId, name }: { organizationId: string; name: string },
): Promise<
  | { result: "created"; apiKey: ApiKey; keyText: string; organization: Organization }
  | Exclude<KeyCreation, { result: "created" }>
> {
  const { clock, randomBase62 } = ports;
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const { organization } = record;
  const keyText = newKeyText(ports.keyBrand, randomBase62);
  const apiKey = newApiKey({ name, organization, keyText }, { nowMs: clock.now(), randomBase62 });
  const creation = await ports.apiKeys.create({ apiKey, keyHash: keyHash(keyText) });
  return creation.result === "created"
    ? { result: "created", apiKey, keyText, organization }
    : creation;
}

export async function listApiKeys(
  ports: ApiKeyPorts,
  organizationId: string,
): Promise<{ result: "listed"; apiKeys: ApiKey[] } | NoSuchOrganization> {
  const record = await findOrganization(ports, organizationId);
  const apiKeys = record && (await ports.apiKeys.list(organizationId));
  return apiKeys === undefined ? { result: "no_such_organization" } : { result: "listed", apiKeys };
}

/** Deletes a key; `keyId` may be any text. */
export async function revokeApiKey(
  ports: ApiKeyPorts,
  key: { organizationId: string; keyId: string },
): Promise<{ result: "revoked"; apiKey: ApiKey } | { result: "no_such_key" } | NoSuchOrganization> {
  const record = await findOrganization(ports, key.organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const apiKey = isApiKeyId(key.keyId) ? await ports.apiKeys.revoke(key) : undefined;
  return apiKey === undefined ? { result: "no_such_key" } : { result: "revoked", apiKey };
}
