import type { keyRoutes } from "../../api/private/keys.ts";
import type { ApiError } from "../../core/api-error.ts";
import {
  type ApiKeyCreation,
  type ApiKeyPorts,
  createApiKey,
  type ListedApiKey,
  listApiKeys,
  revokeApiKey,
} from "../../core/keys/api-keys.ts";
import { newKeyText } from "../../core/keys/key-text.ts";
import { maximumApiKeys } from "../../core/limits.ts";
import { asMember } from "../../core/members/changed-by.ts";
import type { PrivateHandlers } from "../private-api/area-handler.ts";
import { createdAlready, revokeAndCreate } from "../private-api/created-already-errors.ts";
import { createdByForm } from "../private-api/created-by-form.ts";
import { forbidden, noSuchOrganization } from "../private-api/member-access.ts";
import { limitReached, notFound } from "../private-api/resource-errors.ts";

/** API keys as owners and admins see them. */
export function keyHandlers(
  ports: ApiKeyPorts & { keyBrand: string; apiUrl: string },
): PrivateHandlers<typeof keyRoutes> {
  return {
    "GET /api/keys/{organizationId}": async ({ member }) => {
      const listing = await listApiKeys(ports, member.organizationId);
      if (listing.result !== "listed") throw noSuchOrganization();
      const keys = listing.apiKeys.map(keyView);
      return { body: { keys, maximum: maximumApiKeys, apiUrl: ports.apiUrl } };
    },

    "POST /api/keys/{organizationId}": async ({ event, member, body: { formId, name } }) => {
      const form = createdByForm(event, { kind: "key", member, formId });
      const preset = { id: form.id, keyText: newKeyText(ports.keyBrand, form.digits) };
      const setup = { organizationId: member.organizationId, name, preset };
      const creation = await createApiKey(ports, setup, asMember(member));
      if (creation.result !== "created") throw creationRefused(creation);
      const { apiKey, usage, keyText, isNew } = creation;
      const created = { ...keyView({ ...apiKey, usage }), key: keyText };
      return { body: created, statusCode: isNew ? 201 : 200 };
    },

    "DELETE /api/keys/{organizationId}/{keyId}": async ({ member, path: { keyId } }) => {
      const { organizationId } = member;
      const revocation = await revokeApiKey(ports, { organizationId, keyId }, asMember(member));
      switch (revocation.result) {
        case "no_such_organization":
          throw noSuchOrganization();
        case "forbidden":
          throw forbidden();
        case "no_such_key":
          throw notFound("API key");
        case "revoked":
          return { body: revocation.apiKey };
      }
    },
  };
}

const keyView = ({ usage, ...apiKey }: ListedApiKey) => ({ ...apiKey, ...usage });

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
