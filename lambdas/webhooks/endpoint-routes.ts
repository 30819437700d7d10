import { maximumEndpoints } from "../../core/limits.ts";
import { sortByAge } from "../../core/list-order.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { Member } from "../../core/members/member.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import { endpointView, responsesView } from "../../core/private-api/webhooks/webhook-views.ts";
import {
  type ChangedSecret,
  CheckRequest,
  type CheckView,
  type CreatedEndpoint,
  type EndpointList,
  EndpointUpdate,
  type EndpointView,
  NewEndpoint,
  PauseChange,
  type ResponsesView,
  SecretChange,
} from "../../core/private-api/webhooks/webhooks.ts";
import { endpointCheckLimit, type RateLimits } from "../../core/rate-limits.ts";
import {
  type CheckEndpointPorts,
  checkEndpoint,
} from "../../core/webhooks/check/check-endpoint.ts";
import type { DeliveryRecord } from "../../core/webhooks/delivery.ts";
import type { EndpointKey, StoredEndpoint } from "../../core/webhooks/endpoint.ts";
import { isEndpointId } from "../../core/webhooks/endpoints/endpoint-id.ts";
import {
  type EndpointStatusPorts,
  statusOf,
} from "../../core/webhooks/endpoints/endpoint-status.ts";
import { pauseEndpoint, resumeEndpoint } from "../../core/webhooks/endpoints/pause-endpoint.ts";
import {
  activateNextSecret,
  discardNextSecret,
  makeNextSecret,
} from "../../core/webhooks/endpoints/replace-secret.ts";
import {
  type CreateOncePorts,
  createEndpointOnce,
  deleteEndpoint,
  updateEndpoint,
} from "../../core/webhooks/manage-endpoints.ts";
import { newSigningSecret } from "../../core/webhooks/signing-secret.ts";
import { type HttpEvent, jsonResponse } from "../http/message.ts";
import { allThrowingInOrder } from "../private-api/all-in-order.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { enforce } from "../private-api/rate-limit.ts";
import { endpointRefused, noSuchEndpoint } from "./endpoint-errors.ts";
import type { WebhookAccess } from "./webhook-access.ts";

const endpoints = "/api/organizations/{organizationId}/endpoints";
const endpoint = `${endpoints}/{endpointId}`;

export interface EndpointRoutesPorts
  extends CreateOncePorts,
    EndpointStatusPorts,
    CheckEndpointPorts {
  listStored(organizationId: string): Promise<StoredEndpoint[]>;
  newestDeliveries(organizationId: string, endpointId: string): Promise<DeliveryRecord[]>;
  rateLimits: RateLimits;
  /** {api_url} */
  apiUrl: string;
}

/** Webhook endpoints as owners and admins manage them. */
export function endpointRoutes(
  access: WebhookAccess,
  ports: EndpointRoutesPorts,
): Record<string, PrivateRoute> {
  async function viewOf(stored: StoredEndpoint): Promise<EndpointView> {
    return endpointView(stored, await statusOf(ports, stored), ports.now());
  }

  async function storedOf(key: EndpointKey): Promise<StoredEndpoint> {
    const stored = await ports.stored(key);
    if (stored === undefined) throw noSuchEndpoint();
    return stored;
  }

  return {
    [`GET ${endpoints}`]: (event) =>
      access.read(event, async ({ organizationId }) => {
        const stored = sortByAge(await ports.listStored(organizationId));
        const list: EndpointList = {
          endpoints: await Promise.all(stored.map(viewOf)),
          maximum: maximumEndpoints,
          apiUrl: ports.apiUrl,
        };
        return jsonResponse(list);
      }),

    [`POST ${endpoints}`]: (event) =>
      access.change(event, async (member) => {
        const { organizationId } = member;
        const { formId, ...wanted } = bodyOf(event, ofForm(NewEndpoint));
        const form = createdByForm(event, { kind: "end", member, formId });
        const preset = form && { id: form.id, secret: newSigningSecret(form.bytes) };
        const setup = { ...wanted, organizationId, ...(preset && { preset }) };
        const created = await createEndpointOnce(ports, setup, asMember(member));
        if (created.result !== "created") throw endpointRefused(created);
        const stored = await storedOf({ organizationId, endpointId: created.endpoint.id });
        const view: CreatedEndpoint = { endpoint: await viewOf(stored), secret: created.secret };
        return { ...jsonResponse(view), statusCode: created.isNew ? 201 : 200 };
      }),

    [`GET ${endpoint}`]: (event) =>
      access.read(event, async (member) =>
        jsonResponse(await viewOf(await storedOf(endpointKeyOf(event, member)))),
      ),

    [`PATCH ${endpoint}`]: (event) =>
      access.change(event, async (member) => {
        const change = bodyOf(event, EndpointUpdate);
        const updated = await updateEndpoint(
          ports,
          endpointKeyOf(event, member),
          change,
          asMember(member),
        );
        if (updated.result !== "updated") throw endpointRefused(updated);
        return jsonResponse(await viewOf(updated.endpoint));
      }),

    [`DELETE ${endpoint}`]: (event) =>
      access.change(event, async (member) => {
        const deleted = await deleteEndpoint(ports, endpointKeyOf(event, member), asMember(member));
        if (deleted.result !== "deleted") throw endpointRefused(deleted);
        return jsonResponse({ id: deleted.endpoint.id });
      }),

    [`POST ${endpoint}/pause`]: (event) =>
      access.change(event, async (member) => {
        const { paused } = bodyOf(event, PauseChange);
        const change = paused ? pauseEndpoint : resumeEndpoint;
        const changed = await change(ports, endpointKeyOf(event, member), asMember(member));
        if (!("endpoint" in changed)) throw endpointRefused(changed);
        return jsonResponse(await viewOf(changed.endpoint));
      }),

    [`POST ${endpoint}/secret`]: (event) =>
      access.change(event, async (member) => {
        const body = bodyOf(event, SecretChange);
        const key = endpointKeyOf(event, member);
        if (body.action === "make") {
          const made = await makeNextSecret(ports, key, asMember(member));
          if (made.result !== "made") throw endpointRefused(made);
          const view: ChangedSecret = {
            endpoint: await viewOf(made.endpoint),
            secret: made.secret,
          };
          return { ...jsonResponse(view), statusCode: 201 };
        }
        const change = body.action === "activate" ? activateNextSecret : discardNextSecret;
        const ended = await change(ports, key, body, asMember(member));
        if (ended.result !== "changed") throw endpointRefused(ended);
        const view: ChangedSecret = { endpoint: await viewOf(ended.after), secret: null };
        return jsonResponse(view);
      }),

    [`POST ${endpoint}/check`]: (event) =>
      access.change(event, async (member) => {
        const { eventType } = bodyOf(event, CheckRequest);
        const key = await existing(event, member);
        await enforce(ports.rateLimits.use(endpointCheckLimit, member.organizationId));
        const check = await checkEndpoint(ports, key, eventType);
        if (check.result !== "checked") throw endpointRefused(check);
        const { deliveryId, accepted, findings } = check;
        const view: CheckView = { eventType: check.eventType, deliveryId, accepted, findings };
        return jsonResponse(view);
      }),

    [`GET ${endpoint}/responses`]: (event) =>
      access.read(event, async (member) => {
        const { organizationId, endpointId } = endpointKeyOf(event, member);
        const [records] = await allThrowingInOrder(
          ports.newestDeliveries(organizationId, endpointId),
          existing(event, member),
        );
        return jsonResponse(responsesView(records) satisfies ResponsesView);
      }),
  };

  async function existing(event: HttpEvent, member: Member): Promise<EndpointKey> {
    const key = endpointKeyOf(event, member);
    await storedOf(key);
    return key;
  }
}

/** The endpoint of the path; a key of any text could be too long for DynamoDB. */
export function endpointKeyOf(
  { pathParameters }: HttpEvent,
  { organizationId }: Pick<Member, "organizationId">,
): EndpointKey {
  const endpointId = pathParameters?.endpointId ?? "";
  if (!isEndpointId(endpointId)) throw noSuchEndpoint();
  return { organizationId, endpointId };
}
