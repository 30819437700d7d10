import {
  type Actor,
  type AuditEntry,
  type AuditedChange,
  newAuditEntry,
} from "../../audit/audit-entry.ts";
import type { CreationContext } from "../../clock.ts";
import type { StoredEndpoint, WebhookEndpoint } from "../endpoint.ts";

/** Who changes an endpoint in the console; the command line records its verbs by itself. */
export interface ChangedBy {
  actor: Actor;
  context: Pick<CreationContext, "randomBase62"> & { now(): number };
}

type Named = Pick<WebhookEndpoint, "organizationId" | "id" | "url">;
type Audited = Pick<WebhookEndpoint, "url" | "events" | "pausedAt"> &
  Partial<Pick<StoredEndpoint, "nextSecret">>;

/** The endpoint in an audit entry: by its host. */
export function endpointTarget({ organizationId, id, url }: Named) {
  return { organizationId, target: { kind: "endpoint", id, name: new URL(url).host } };
}

/** What of an endpoint is recorded. Receivers have secrets in paths and queries: these are left out. */
export function endpointDetails({ url, events, pausedAt, nextSecret }: Audited) {
  return {
    origin: new URL(url).origin,
    events,
    ...(pausedAt !== undefined && { pausedAt }),
    ...(nextSecret !== undefined && { nextSecretMadeAt: nextSecret.madeAt }),
  };
}

/** The entry of a change by a person; undefined without one. */
export function endpointEntry(
  by: ChangedBy | undefined,
  change: Pick<AuditedChange, "action"> & {
    before: StoredEndpoint | undefined;
    after: (Named & Audited) | undefined;
  },
): AuditEntry | undefined {
  const { before, after, action } = change;
  const endpoint = after ?? before;
  if (by === undefined || endpoint === undefined) return undefined;
  return newAuditEntry(
    {
      ...endpointTarget(endpoint),
      actor: by.actor,
      action,
      before: before === undefined ? null : endpointDetails(before),
      after: after === undefined ? null : endpointDetails(after),
    },
    { nowMs: by.context.now(), randomBase62: by.context.randomBase62 },
  );
}
