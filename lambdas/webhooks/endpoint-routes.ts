import type { endpointRoutes } from "../../api/private/webhooks.ts";
import { allInOrder } from "../../core/all-in-order.ts";
import { maximumEndpoints } from "../../core/limits.ts";
import { sortByAge } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { endpointCheckLimit, type RateLimits } from "../../core/rate-limits.ts";
import {
  type CheckEndpointPorts,
  checkEndpoint,
} from "../../core/webhooks/check/check-endpoint.ts";
import type { DeliveryRecord } from "../../core/webhooks/delivery.ts";
import type { EndpointKey, StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { isEndpointId } from "../../core/webhooks/endpoint-id.ts";
import { type EndpointStatusPorts, statusOf } from "../../core/webhooks/endpoint-status.ts";
import {
  type CreateOncePorts,
  createEndpointOnce,
  deleteEndpoint,
  updateEndpoint,
} from "../../core/webhooks/manage-endpoints.ts";
import { pauseEndpoint, resumeEndpoint } from "../../core/webhooks/pause-endpoint.ts";
import {
  activateNextSecret,
  discardNextSecret,
  makeNextSecret,
} from "../../core/webhooks/replace-secret.ts";
import { newSigningSecret } from "../../core/webhooks/signing-secret.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { endpointRefused, noSuchEndpoint } from "./endpoint-errors.ts";
import { endpointView, responsesView } from "./webhook-views.ts";

interface EndpointPorts extends CreateOncePorts, EndpointStatusPorts, CheckEndpointPorts {
  listStored(organizationId: string): Promise<StoredEndpoint[]>;
  newestDeliveries(organizationId: string, endpointId: string): Promise<DeliveryRecord[]>;
  rateLimits: RateLimits;
  /** {api_url} */
  apiUrl: string;
  /** {base_url} */
  baseUrl: string;
}

/** Webhook endpoints as owners and admins manage them. */
export function endpointHandlers(ports: EndpointPorts): PrivateHandlers<typeof endpointRoutes> {
  async function viewOf(stored: StoredEndpoint) {
    return endpointView(stored, await statusOf(ports, stored));
  }

  async function storedOf(key: EndpointKey): Promise<StoredEndpoint> {
    const stored = await ports.endpoint(key);
    if (stored === undefined) throw noSuchEndpoint();
    return stored;
  }

  return {
    "GET /api/webhooks/{organizationId}/endpoints": async ({ member }) => {
      const stored = sortByAge(await ports.listStored(member.organizationId));
      const endpoints = await allInOrder(stored.map(viewOf));
      return { body: { endpoints, maximum: maximumEndpoints, apiUrl: ports.apiUrl } };
    },

    "POST /api/webhooks/{organizationId}/endpoints": async ({ event, member, body }) => {
      const { organizationId } = member;
      const { formId, ...wanted } = body;
      const form = createdByForm(event, { kind: "end", member, formId });
      const preset = { id: form.id, secret: newSigningSecret(form.bytes) };
      const setup = { ...wanted, organizationId, preset };
      const created = await createEndpointOnce(ports, setup, asMember(member));
      if (created.result !== "created") throw endpointRefused(created);
      const { secret, isNew } = created;
      const stored = await storedOf({ organizationId, endpointId: created.endpoint.id });
      return { body: { endpoint: await viewOf(stored), secret }, statusCode: isNew ? 201 : 200 };
    },

    "GET /api/webhooks/{organizationId}/endpoints/{endpointId}": async ({ path }) => ({
      body: await viewOf(await storedOf(endpointKeyOf(path))),
    }),

    "PATCH /api/webhooks/{organizationId}/endpoints/{endpointId}": async (request) => {
      const { member, path, body } = request;
      const change = { ...body.settings, seen: body.seen ?? {} };
      const updated = await updateEndpoint(ports, endpointKeyOf(path), change, asMember(member));
      if (updated.result !== "updated") throw endpointRefused(updated);
      return { body: await viewOf(updated.endpoint) };
    },

    "DELETE /api/webhooks/{organizationId}/endpoints/{endpointId}": async ({ member, path }) => {
      const deleted = await deleteEndpoint(ports, endpointKeyOf(path), asMember(member));
      if (deleted.result !== "deleted") throw endpointRefused(deleted);
      return { body: deleted.endpoint };
    },

    "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/pause": async (request) => {
      const change = request.body.paused ? pauseEndpoint : resumeEndpoint;
      const changed = await change(ports, endpointKeyOf(request.path), asMember(request.member));
      if (!("endpoint" in changed)) throw endpointRefused(changed);
      return { body: await viewOf(changed.endpoint) };
    },

    "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/secret": async (request) => {
      const { member, path, body } = request;
      const key = endpointKeyOf(path);
      if (body.action === "make") {
        const made = await makeNextSecret(ports, key, asMember(member));
        if (made.result !== "made") throw endpointRefused(made);
        const endpoint = await viewOf(made.endpoint);
        return { body: { endpoint, secret: made.secret }, statusCode: 201 };
      }
      const change = body.action === "activate" ? activateNextSecret : discardNextSecret;
      const ended = await change(ports, key, body, asMember(member));
      if (ended.result !== "changed") throw endpointRefused(ended);
      return { body: { endpoint: await viewOf(ended.after), secret: null } };
    },

    "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/check": async ({ path, body }) => {
      const key = await existing(path);
      const deliveries = body.forged ? 3 : 1;
      await enforce(ports.rateLimits.use(endpointCheckLimit, key.organizationId, deliveries));
      const check = await checkEndpoint(ports, key, body);
      if (check.result !== "checked") throw endpointRefused(check);
      const findings = check.findings.map(({ page, ...finding }) => ({
        ...finding,
        ...(page !== undefined && { page: `${ports.baseUrl}${page}` }),
      }));
      return { body: { ...check, findings } };
    },

    "GET /api/webhooks/{organizationId}/endpoints/{endpointId}/responses": async ({ path }) => {
      const { organizationId, endpointId } = endpointKeyOf(path);
      const [records] = await allInOrder([
        ports.newestDeliveries(organizationId, endpointId),
        existing(path),
      ]);
      return { body: responsesView(records) };
    },
  };

  async function existing(path: EndpointKey): Promise<EndpointKey> {
    const key = endpointKeyOf(path);
    await storedOf(key);
    return key;
  }
}

/** The endpoint of the path; a key of any text could be too long for DynamoDB. */
export function endpointKeyOf({ organizationId, endpointId }: EndpointKey): EndpointKey {
  if (!isEndpointId(endpointId)) throw noSuchEndpoint();
  return { organizationId, endpointId };
}
