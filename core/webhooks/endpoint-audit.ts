import type { AuditedChange } from "../audit/audit-entry.ts";
import type { RandomBase62 } from "../base62.ts";
import type { ChangedBy } from "../members/changed-by.ts";
import { type ChangeAudit, changeAudit } from "../members/member-audit.ts";
import type { StoredEndpoint, WebhookEndpoint } from "./endpoint.ts";
import type { EndpointFilter } from "./endpoint-filter.ts";

type Named = Pick<WebhookEndpoint, "organizationId" | "id" | "name" | "url">;
type Audited = Pick<
  WebhookEndpoint,
  "name" | "url" | "events" | "filter" | "standardWebhooks" | "pausedAt"
> &
  Partial<Pick<StoredEndpoint, "nextSecret">>;

/** What an endpoint is called outside of its own page: its host where it has no name. */
export function shownName({ name, url }: Pick<Named, "name" | "url">): string {
  return name ?? new URL(url).host;
}

/** The endpoint in an audit entry. */
export function endpointTarget({ organizationId, id, ...named }: Named) {
  return { organizationId, target: { kind: "endpoint", id, name: shownName(named) } };
}

/** What of an endpoint is recorded. Receivers have secrets in paths and queries: these are left out. */
export function endpointDetails(endpoint: Audited) {
  const { name, url, events, filter, standardWebhooks, pausedAt, nextSecret } = endpoint;
  return {
    ...(name !== undefined && { name }),
    origin: new URL(url).origin,
    events,
    ...namedIds(filter),
    ...(standardWebhooks && { standardWebhooks }),
    ...(pausedAt !== undefined && { pausedAt }),
    ...(nextSecret !== undefined && { nextSecretMadeAt: nextSecret.madeAt }),
  };
}

/** The counters and groups of a filter, where it has some. */
function namedIds({ counterIds = [], groupIds = [] }: Partial<EndpointFilter> = {}) {
  return {
    ...(counterIds.length > 0 && { counterIds }),
    ...(groupIds.length > 0 && { groupIds }),
  };
}

export interface EndpointAuditPorts {
  now(): number;
  randomBase62: RandomBase62;
}

/** What a change of an endpoint is written with. */
export function endpointAudit(
  ports: EndpointAuditPorts,
  by: ChangedBy,
  change: Pick<AuditedChange, "action"> &
    (
      | { before: StoredEndpoint; after: (Named & Audited) | undefined }
      | { before: undefined; after: Named & Audited }
    ),
): ChangeAudit {
  const { before, after, action } = change;
  return changeAudit({ clock: ports, randomBase62: ports.randomBase62 }, by, {
    ...endpointTarget(change.before === undefined ? change.after : (after ?? change.before)),
    action,
    before: before === undefined ? null : endpointDetails(before),
    after: after === undefined ? null : endpointDetails(after),
  });
}
