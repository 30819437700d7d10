import { isSameValue } from "../compare-fields.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import type { ChangeAudit } from "../members/member-audit.ts";
import type { CheckEndpointPorts } from "./check/check-endpoint.ts";
import {
  type EndpointKey,
  newWebhookEndpoint,
  type StoredEndpoint,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { type EndpointAuditPorts, endpointAudit } from "./endpoint-audit.ts";
import type { EndpointFilter } from "./endpoint-filter.ts";
import {
  compareSettings,
  defaultSettings,
  type EndpointSettings,
  type EndpointSetup,
  settingsOf,
  withSettings,
} from "./endpoint-settings.ts";
import { type ReceiverAddressPorts, receiverAddresses } from "./endpoint-url.ts";
import { newSigningSecret, type SealedSecret, type SecretOwner } from "./signing-secret.ts";

/** Stores the endpoints of organizations; nothing that it returns contains a secret. */
export interface EndpointRegistry {
  /**
   * Stores an endpoint, unless `whyNoEndpoint` returns a reason, whatever changes at the same time,
   * or the organization has or had one with this id.
   */
  create(
    stored: Omit<StoredEndpoint, "plan">,
    audit?: ChangeAudit,
  ): Promise<
    "created" | "id_used" | "limit_reached" | "plan_required" | "no_such_organization" | "forbidden"
  >;
  get(key: EndpointKey): Promise<WebhookEndpoint | undefined>;
  /** Oldest first. */
  list(organizationId: string): Promise<WebhookEndpoint[]>;
  /**
   * Reads an endpoint, applies `decide`, and writes the result on condition that nobody has changed it
   * since. Repeats on a conflict, so `decide` may run several times. Writes nothing if nothing differs.
   */
  change<Refusal extends { result: string } = never>(
    key: EndpointKey,
    decide: (before: StoredEndpoint) => EndpointDecision<Refusal>,
  ): Promise<ChangedEndpoint<Refusal>>;
  /** Each pending delivery is cancelled when its next attempt is due. */
  remove(
    key: EndpointKey,
    auditOf?: (removed: StoredEndpoint) => ChangeAudit,
  ): Promise<WebhookEndpoint | "forbidden" | undefined>;
}

export type EndpointDecision<Refusal> =
  | { after: StoredEndpoint; audit?: ChangeAudit }
  | { refused: Refusal };

export type ChangedEndpoint<Refusal> =
  | { result: "changed"; before: StoredEndpoint; after: StoredEndpoint }
  /** `forbidden`: the member may no longer change endpoints. */
  | { result: "no_such_endpoint" | "forbidden" }
  | Refusal;

export interface ManageEndpointsPorts extends ReceiverAddressPorts, EndpointAuditPorts {
  endpointRegistry: EndpointRegistry;
  /** Which of these counters and groups the organization does not have; archived counters are its own. */
  unknownTargets(organizationId: string, filter: EndpointFilter): Promise<string[]>;
  sealSecret(secret: string, owner: SecretOwner): Promise<SealedSecret>;
}

type RefusedSettings =
  | { result: "url_refused"; reason: string }
  /** The organization has no counters or groups with these ids. */
  | { result: "unknown_targets"; ids: string[] };

export type CreateEndpointResult =
  /** With the signing secret, which nobody can read again. */
  | { result: "created"; endpoint: WebhookEndpoint; secret: string }
  | RefusedSettings
  /** An earlier call with the same `preset` has created it; it may be deleted. */
  | { result: "id_used" }
  | { result: "limit_reached" | "plan_required" | "no_such_organization" | "forbidden" };

/** `preset` is the id and the secret that the caller has chosen; otherwise they are random. */
export async function createEndpoint(
  ports: ManageEndpointsPorts,
  { preset, ...setup }: EndpointSetup & { preset?: { id: string; secret: string } },
  by: ChangedBy,
): Promise<CreateEndpointResult> {
  const refused = await refusedSettings(ports, setup.organizationId, setup);
  if (refused !== undefined) return refused;
  const { randomBase62 } = ports;
  const bare = newWebhookEndpoint(setup, { nowMs: ports.now(), randomBase62 });
  const made = withSettings(bare, setup);
  const endpoint = preset === undefined ? made : { ...made, id: preset.id };
  const secret = preset?.secret ?? newSigningSecret();
  const owner = { organizationId: endpoint.organizationId, endpointId: endpoint.id };
  const sealed = await ports.sealSecret(secret, owner);
  const audit = endpointAudit(ports, by, {
    action: "endpoint.create",
    before: undefined,
    after: endpoint,
  });
  const result = await ports.endpointRegistry.create({ ...endpoint, ...sealed }, audit);
  return result === "created" ? { result, endpoint, secret } : { result };
}

export type CreateOncePorts = ManageEndpointsPorts &
  Pick<CheckEndpointPorts, "endpoint" | "openSecret">;

export type EndpointCreation =
  /** `isNew` is false for an endpoint that an earlier call with the same `preset` has created. */
  | { result: "created"; isNew: boolean; endpoint: WebhookEndpoint; secret: string }
  /** An endpoint with the preset id exists, with `url`, or existed earlier. */
  | { result: "created_already"; url: string | undefined }
  | Exclude<CreateEndpointResult, { result: "created" | "id_used" }>;

/**
 * Creates an endpoint. With `preset`, a call that is repeated finds its endpoint, and returns the secret
 * again.
 */
export async function createEndpointOnce(
  ports: CreateOncePorts,
  setup: EndpointSetup & { preset?: { id: string; secret: string } },
  by: ChangedBy,
): Promise<EndpointCreation> {
  const created = await createEndpoint(ports, setup, by);
  if (created.result === "created") return { ...created, isNew: true };
  if (created.result !== "id_used") return created;
  const { preset, ...wanted } = setup;
  const { organizationId } = wanted;
  if (preset === undefined) throw new Error("two endpoints have the same random id");
  const { id: endpointId, secret } = preset;
  const key = { organizationId, endpointId };
  const stored = await ports.endpoint(key);
  const isSame =
    stored !== undefined &&
    isSameValue(
      settingsOf(stored),
      settingsOf(withSettings(stored, { ...defaultSettings, ...wanted })),
    ) &&
    (await ports.openSecret(stored, key)) === secret;
  if (!isSame) return { result: "created_already", url: stored?.url };
  return { result: "created", isNew: false, endpoint: stored, secret };
}

export type UpdateEndpointResult =
  | { result: "updated"; before: StoredEndpoint; endpoint: StoredEndpoint }
  | RefusedSettings
  /** Another person has set these fields to something else since they were seen. */
  | { result: "conflict"; fields: string[] }
  | { result: "no_such_endpoint" | "forbidden" };

/**
 * Changes settings of an endpoint; its secret stays. `seen` is what these settings were
 * when the caller saw them; without it the last change holds. An endpoint that has them already is left
 * as it is, and has no audit entry.
 */
export async function updateEndpoint(
  ports: Omit<ManageEndpointsPorts, "sealSecret">,
  key: EndpointKey,
  { seen, ...change }: Partial<EndpointSettings> & { seen?: Partial<EndpointSettings> },
  by: ChangedBy,
): Promise<UpdateEndpointResult> {
  const known = change.filter ? (await ports.endpointRegistry.get(key))?.filter : undefined;
  const refused = await refusedSettings(ports, key.organizationId, change, known);
  if (refused !== undefined) return refused;
  const changed = await ports.endpointRegistry.change(key, (before) => {
    const { wanted, conflicting } = compareSettings(before, change, seen ?? {});
    if (conflicting.length > 0) {
      return { refused: { result: "conflict" as const, fields: conflicting } };
    }
    const moved = wanted.url === undefined ? {} : { urlChangedAtMs: ports.now() };
    const after = { ...withSettings(before, wanted), ...moved };
    return { after, audit: endpointAudit(ports, by, { action: "endpoint.update", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  return { result: "updated", before: changed.before, endpoint: changed.after };
}

export type DeleteEndpointResult =
  | { result: "deleted"; endpoint: WebhookEndpoint }
  | { result: "no_such_endpoint" | "forbidden" };

export async function deleteEndpoint(
  ports: Pick<ManageEndpointsPorts, "endpointRegistry"> & EndpointAuditPorts,
  key: EndpointKey,
  by: ChangedBy,
): Promise<DeleteEndpointResult> {
  const endpoint = await ports.endpointRegistry.remove(key, (before) =>
    endpointAudit(ports, by, { action: "endpoint.delete", before, after: undefined }),
  );
  if (endpoint === undefined) return { result: "no_such_endpoint" };
  if (endpoint === "forbidden") return { result: "forbidden" };
  return { result: "deleted", endpoint };
}

/**
 * What of these settings cannot be. What `known` has in a filter is not looked up: a counter or group
 * that was deleted since does not hinder another change.
 */
async function refusedSettings(
  ports: ReceiverAddressPorts & Pick<ManageEndpointsPorts, "unknownTargets">,
  organizationId: string,
  { url, filter }: Partial<EndpointSettings>,
  known: EndpointFilter = { counterIds: [], groupIds: [] },
): Promise<RefusedSettings | undefined> {
  if (filter) {
    const ids = await ports.unknownTargets(organizationId, {
      counterIds: filter.counterIds.filter((id) => !known.counterIds.includes(id)),
      groupIds: filter.groupIds.filter((id) => !known.groupIds.includes(id)),
    });
    if (ids.length > 0) return { result: "unknown_targets", ids };
  }
  return url === undefined ? undefined : await refusedUrl(ports, url);
}

async function refusedUrl(
  ports: ReceiverAddressPorts,
  url: string,
): Promise<RefusedSettings | undefined> {
  const found = await receiverAddresses(url, ports);
  if (found.result === "allowed") return undefined;
  const reason =
    found.result === "unresolved" ? `the host name ${found.host} does not resolve` : found.reason;
  return { result: "url_refused", reason };
}
