import { conflictCode } from "../../api/private/conflict.ts";
import type { deliveryRoutes } from "../../api/private/deliveries.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { ApiError } from "../../core/api-error.ts";
import { sortByAge } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { type RateLimits, recoveredLimit } from "../../core/rate-limits.ts";
import type { DeliveryRecord } from "../../core/webhooks/delivery.ts";
import { deliveryKeyOf } from "../../core/webhooks/delivery-id.ts";
import { type DeliverySearchPorts, searchDeliveries } from "../../core/webhooks/delivery-search.ts";
import type { StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { type LoggedDeliveries, ownerByRecords } from "../../core/webhooks/recover.ts";
import { recoveryRate, throttle } from "../../core/webhooks/recovery-pace.ts";
import {
  type RecoveryPagePorts,
  recoveryEntry,
  recoveryPage,
} from "../../core/webhooks/recovery-page.ts";
import { eventOf, type ResendAllPorts, resendAll } from "../../core/webhooks/resend.ts";
import { newestRequest } from "../../core/webhooks/signed-request.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { notFound } from "../private-api/resource-errors.ts";
import { noSuchEndpoint } from "./endpoint-errors.ts";
import { endpointKeyOf } from "./endpoint-routes.ts";
import { deliveryRow, whyNotResent } from "./webhook-views.ts";

interface DeliveryPorts
  extends RecoveryPagePorts,
    LoggedDeliveries,
    DeliverySearchPorts,
    ResendAllPorts {
  rateLimits: RateLimits;
  listStored(organizationId: string): Promise<StoredEndpoint[]>;
  endpoint(key: {
    organizationId: string;
    endpointId: string;
  }): Promise<StoredEndpoint | undefined>;
}

/** Deliveries of an organization, and resending them. */
export function deliveryHandlers(ports: DeliveryPorts): PrivateHandlers<typeof deliveryRoutes> {
  return {
    "GET /api/webhooks/{organizationId}/deliveries": async ({ member, query }) => {
      const { organizationId } = member;
      const page = await searchDeliveries(ports, {
        organizationId,
        endpointIds: await searched(organizationId, query.endpoint),
        filter: { state: query.state, eventType: query.type, counterId: query.counter },
        sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
        untilMs: query.until === undefined ? undefined : Date.parse(query.until),
        from: query.from,
      });
      const nowMs = ports.now();
      const deliveries = page.deliveries.map((record) => deliveryRow(record, nowMs));
      return { body: { ...page, deliveries } };
    },

    "GET /api/webhooks/{organizationId}/deliveries/{deliveryId}": async ({ path }) => {
      const record = await ownRecord(path);
      if (record === undefined) throw notFound("delivery");
      return { body: await detailsOf(record) };
    },

    "POST /api/webhooks/{organizationId}/deliveries/resend": async ({ member, body }) => {
      const of = { organizationId: member.organizationId, deliveryIds: body.deliveryIds };
      const results = await resendAll(ports, of, asMember(member));
      const shown = results.map((result) => {
        if (result.result === "resent") return { id: result.id, why: null };
        // A delivery of another organization is as one that does not exist.
        const reason = result.reason === "not_wanted" ? "no_such_delivery" : result.reason;
        return { id: result.id, why: whyNotResent({ reason }) };
      });
      return { body: { results: shown } };
    },

    "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover": async (request) => {
      const { since, waiting, dryRun, keepGoing, from, ...begun } = request.body;
      const endpoint = await ports.endpoint(endpointKeyOf(request.path));
      if (endpoint === undefined) throw noSuchEndpoint();
      const sinceMs = Date.parse(since);
      const { startedAt = iso(ports.now()) } = begun;
      const startedAtMs = Date.parse(startedAt);
      const part = { sinceMs, waiting, dryRun, startedAtMs, from };
      const entry = recoveryEntry(ports, asMember(request.member), { endpoint, sinceMs, waiting });
      const turn = throttle(ports, recoveryRate);
      const recovery = await recoveryPage(ports, endpoint, part, {
        ...{ entry, keepGoing },
        // Whoever asks, and however often: the rate is the receiver's.
        takeFromLimit: (count) => enforce(ports.rateLimits.use(recoveredLimit, endpoint.id, count)),
        async mayGoOn() {
          await turn();
          return true;
        },
      });
      const { page } = recovery;
      if (recovery.result === "failed") throw recovery.error;
      if (recovery.result === "refused") {
        throw new ApiError(409, whyNotResent(recovery.refused), { code: conflictCode });
      }
      const leftOut = page.leftOut.map(({ deliveryId: id, refused }) => ({
        id,
        why: whyNotResent(refused),
      }));
      const failing = recovery.result === "failing" ? recovery.reason : null;
      return { body: { ...page, leftOut, failing, startedAt } };
    },
  };

  /** The endpoints whose deliveries are searched; one that was deleted is known by its deliveries. */
  async function searched(organizationId: string, wanted: string | undefined): Promise<string[]> {
    if (wanted === undefined) {
      return sortByAge(await ports.listStored(organizationId)).map(({ id }) => id);
    }
    const [stored, owner] = await allInOrder([
      ports.endpoint({ organizationId, endpointId: wanted }),
      ownerByRecords(ports, wanted),
    ]);
    if (stored === undefined && owner !== organizationId) throw noSuchEndpoint();
    return [wanted];
  }

  async function ownRecord(path: { organizationId: string; deliveryId: string }) {
    const { organizationId, deliveryId } = path;
    const record = deliveryKeyOf(deliveryId) && (await ports.load(deliveryId));
    return record?.organizationId === organizationId ? record : undefined;
  }

  async function detailsOf(record: DeliveryRecord) {
    const { organizationId, attempts } = record;
    const row = deliveryRow(record, ports.now());
    const [endpoint, event] = await allInOrder([
      ports.endpoint({ organizationId, endpointId: row.endpointId }),
      eventOf(ports, record),
    ]);
    const newest = attempts.at(-1);
    const changedMs = endpoint?.urlChangedAtMs;
    const isOlder = newest !== undefined && (changedMs ?? 0) > Date.parse(newest.at);
    const made = endpoint && event && newestRequest(record, { ...endpoint, body: event.body });
    return {
      ...row,
      attempts,
      endpointName: endpoint?.name ?? null,
      endpointUrl: endpoint?.url ?? null,
      urlChangedAt: isOlder && changedMs !== undefined ? iso(changedMs) : null,
      request: made ?? null,
      eventIsStored: event !== undefined,
    };
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
