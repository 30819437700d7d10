import type { ApiError } from "../../core/api-error.ts";
import { maximumApiKeys } from "../../core/limits.ts";
import { asMember } from "../../core/members/changed-by.ts";
import { newKeyText } from "../../core/organizations/api-key.ts";
import {
  type ApiKeyCreation,
  type ApiKeyPorts,
  createApiKey,
  type ListedApiKey,
  listApiKeys,
  revokeApiKey,
} from "../../core/organizations/api-keys.ts";
import { ofForm } from "../../core/private-api/form-id.ts";
import {
  type CreatedKey,
  type KeyList,
  type KeyView,
  NewKey,
  type RevokedKey,
} from "../../core/private-api/keys.ts";
import { jsonResponse } from "../http/message.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, type MemberAccess, noSuchOrganization } from "../private-api/member-access.ts";
import { bodyOf, type PrivateRoute } from "../private-api/private-handler.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

const keys = "/api/organizations/{organizationId}/keys";

/** API keys as owners and admins see them. */
export function keyRoutes(
  access: MemberAccess,
  ports: ApiKeyPorts & { keyBrand: string; apiUrl: string },
): Record<string, PrivateRoute> {
  return {
    [`GET ${keys}`]: async (event) => {
      const { member } = await access.member(event, "manage_keys");
      const listing = await listApiKeys(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      const list = {
        keys: listing.apiKeys.map(keyView),
        maximum: maximumApiKeys,
        apiUrl: ports.apiUrl,
      };
      return jsonResponse(list satisfies KeyList);
    },

    [`POST ${keys}`]: async (event) => {
      const { member } = await access.member(event, "manage_keys");
      const { formId, name } = bodyOf(event, ofForm(NewKey));
      const form = createdByForm(event, { kind: "key", member, formId });
      const preset = form && { id: form.id, keyText: newKeyText(ports.keyBrand, form.digits) };
      const setup = { organizationId: member.organizationId, name, ...(preset && { preset }) };
      const creation = await createApiKey(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const { apiKey, usage, keyText, isNew } = creation;
      const created = { ...keyView({ ...apiKey, usage }), key: keyText };
      return { ...jsonResponse(created satisfies CreatedKey), statusCode: isNew ? 201 : 200 };
    },

    [`DELETE ${keys}/{keyId}`]: async (event) => {
      const { member } = await access.member(event, "manage_keys");
      const { organizationId } = member;
      const keyId = event.pathParameters?.keyId ?? "";
      const revocation = await revokeApiKey(ports, { organizationId, keyId }, asMember(member));
      switch (revocation.result) {
        case "no_such_organization":
          throw noSuchOrganization();
        case "forbidden":
          throw forbidden();
        case "no_such_key":
          throw notFound("API key");
        case "revoked": {
          const { id, name, lastFour } = revocation.apiKey;
          return jsonResponse({ id, name, lastFour } satisfies RevokedKey);
        }
      }
    },
  };
}

function creationRefused(creation: Exclude<ApiKeyCreation, { result: "created" }>): ApiError {
  switch (creation.result) {
    case "created_already":
      return createdAlready("API key", creation.name, revokeAndCreate);
    case "no_such_organization":
      return noSuchOrganization();
    case "forbidden":
      return forbidden();
    case "limit_reached":
      return limitReached({ maximum: maximumApiKeys, of: "API keys", remedy: "revoke one first" });
  }
}

/** Field by field, so that a new field is not shown by itself. */
function keyView({ usage, ...apiKey }: ListedApiKey): KeyView {
  const { id, name, lastFour, createdAt, createdBy, creatorName } = apiKey;
  return { id, name, lastFour, createdAt, createdBy, creatorName, ...usage };
}
