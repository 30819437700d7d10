import type { RandomBase62 } from "../base62.ts";
import type { Clock } from "../clock.ts";
import { actorBy, type ChangedBy } from "../members/changed-by.ts";
import { type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { NoSuchOrganization } from "../organization-id.ts";
import {
  findOrganization,
  type Organization,
  type Organizations,
} from "../organizations/organization.ts";
import { type RequestLimits, requestLimits } from "../organizations/plan.ts";
import { type ApiKey, isApiKeyId, newApiKey } from "./api-key.ts";
import { keyHash, newKeyText } from "./key-text.ts";
import { type CountedRequests, type KeyUsage, keyUsage } from "./key-usage.ts";

export type KeyRefusal = { result: "limit_reached" | "no_such_organization" | "forbidden" };

export type KeyCreation =
  | { result: "created"; apiKey: ApiKey }
  /** The organization has a key with this id (`isSameKey`: and with this hash), or had one. */
  | { result: "id_used"; apiKey: ApiKey; isSameKey: boolean }
  | { result: "id_used"; apiKey: undefined }
  | KeyRefusal;

export type ApiKeyCreation =
  /** `isNew` is false for a key that an earlier call with the same `preset` has created. */
  | {
      result: "created";
      isNew: boolean;
      apiKey: ApiKey;
      usage: KeyUsage;
      keyText: string;
      organization: Organization;
    }
  /**
   * A key with the preset id exists, with the name returned here, and differs in text or name; or it existed
   * earlier, and has no name here.
   */
  | { result: "created_already"; name: string | undefined }
  | KeyRefusal;

export type KeyRevocation =
  | { result: "revoked"; apiKey: ApiKey }
  | { result: "no_such_key" | "forbidden" };

/** A stored key with its request limits and its counted requests. */
export interface StoredApiKey {
  apiKey: ApiKey;
  limits: RequestLimits;
  counted: CountedRequests;
}

export interface ApiKeys {
  /** Stores a key under its hash, unless the organization holds its 10 already. */
  create(setup: { apiKey: ApiKey; keyHash: string }, audit?: ChangeAudit): Promise<KeyCreation>;
  /** The keys of an organization, oldest first; undefined when there is no such organization. */
  list(organizationId: string): Promise<StoredApiKey[] | undefined>;
  /** Deletes a key: the next request with it is refused. Undefined for an unknown organization. */
  revoke(
    key: { organizationId: string; keyId: string },
    auditOf?: (apiKey: ApiKey) => ChangeAudit,
  ): Promise<KeyRevocation | undefined>;
}

export interface ApiKeyPorts {
  organizations: Pick<Organizations, "get">;
  apiKeys: ApiKeys;
  clock: Clock;
  randomBase62: RandomBase62;
}

/**
 * Creates a key. `keyText` is the full key, which is stored nowhere: show it, once. `preset` is the id
 * and the full key that the caller has chosen; otherwise they are random.
 */
export async function createApiKey(
  ports: ApiKeyPorts & { keyBrand: string },
  setup: { organizationId: string; name: string; preset?: { id: string; keyText: string } },
  by: ChangedBy,
): Promise<ApiKeyCreation> {
  const { clock, randomBase62 } = ports;
  const { organizationId, name, preset } = setup;
  const record = await findOrganization(ports, organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  const { organization } = record;
  const keyText = preset?.keyText ?? newKeyText(ports.keyBrand, randomBase62);
  const made = newApiKey(
    { name, organization, keyText, creator: actorBy(by) },
    { nowMs: clock.now(), randomBase62 },
  );
  const apiKey = preset === undefined ? made : { ...made, id: preset.id };
  const audit = keyAudit(ports, by, { action: "key.create", apiKey });
  const creation = await ports.apiKeys.create({ apiKey, keyHash: keyHash(keyText) }, audit);
  if (creation.result !== "created" && creation.result !== "id_used") return creation;
  const stored = creation.apiKey;
  const isNew = creation.result === "created";
  if (stored === undefined || !(isNew || (creation.isSameKey && stored.name === name))) {
    return { result: "created_already", name: stored?.name };
  }
  const usage = keyUsage(unused, requestLimits(organization.plan), clock.now());
  return { result: "created", isNew, apiKey: stored, usage, keyText, organization };
}

const unused: CountedRequests = { minute: new Map(), hour: new Map() };

/** A key with how much of its limits it has used. */
export type ListedApiKey = ApiKey & { usage: KeyUsage };

/** The keys of an organization, oldest first, each with how much of its limits it has used. */
export async function listApiKeys(
  ports: Omit<ApiKeyPorts, "randomBase62">,
  organizationId: string,
): Promise<
  { result: "listed"; apiKeys: ListedApiKey[]; organization: Organization } | NoSuchOrganization
> {
  const record = await findOrganization(ports, organizationId);
  const stored = record && (await ports.apiKeys.list(organizationId));
  if (record === undefined || stored === undefined) return { result: "no_such_organization" };
  const nowMs = ports.clock.now();
  const apiKeys = stored.map(({ apiKey, counted, limits }) => ({
    ...apiKey,
    usage: keyUsage(counted, limits, nowMs),
  }));
  return { result: "listed", apiKeys, organization: record.organization };
}

/** Deletes a key; `keyId` may be any text. */
export async function revokeApiKey(
  ports: ApiKeyPorts,
  key: { organizationId: string; keyId: string },
  by: ChangedBy,
): Promise<KeyRevocation | NoSuchOrganization> {
  const record = await findOrganization(ports, key.organizationId);
  if (record === undefined) return { result: "no_such_organization" };
  if (!isApiKeyId(key.keyId)) return { result: "no_such_key" };
  const revocation = await ports.apiKeys.revoke(key, (apiKey) =>
    keyAudit(ports, by, { action: "key.revoke", apiKey }),
  );
  return revocation ?? { result: "no_such_organization" };
}

interface KeyChange {
  action: "key.create" | "key.revoke";
  apiKey: ApiKey;
}

function keyAudit(ports: ApiKeyPorts, by: ChangedBy, { action, apiKey }: KeyChange): ChangeAudit {
  const { organizationId, id, name, lastFour } = apiKey;
  const shown = { name, lastFour };
  const [before, after] = action === "key.create" ? [null, shown] : [shown, null];
  const target = { kind: "key", id, name };
  return changeAudit(ports, by, { organizationId, action, target, before, after });
}
