import { dynamodbAuthorizer } from "../../adapters/keys/dynamodb-authorizer.ts";
import { systemClock } from "../../adapters/system-clock.ts";
import { ApiError } from "../../core/api-error.ts";
import {
  type Authorization,
  authorizedRead,
  type KeyMemory,
  type Read,
} from "../../core/keys/authorized-read.ts";
import { isWellFormedKey, keyHash } from "../../core/keys/key-text.ts";
import {
  type PolicyStatus,
  type RateLimitStatus,
  tightestPolicy,
} from "../../core/keys/rate-limit.ts";
import { apiPlan } from "../../core/organizations/plan.ts";
import type { Tables } from "../../core/tables.ts";
import { apiHandler, type HttpHandler, type Respond } from "./http-handler.ts";
import { type HttpEvent, jsonResponse } from "./message.ts";
import { readOnly } from "./read-only.ts";
import type { RequestScope } from "./request-scope.ts";

export interface ReadHandlerWiring {
  client: Parameters<typeof dynamodbAuthorizer>[0];
  environment: { tables: Tables<"apiKeys">; KEY_BRAND: string; BASE_URL: string };
}

/**
 * A handler of the read API: authorizes the API key and returns what `readerOf` reads for the key's
 * organization. The read throws an ApiError for a wrong request (400, 404); a refused key (401,
 * 403, 429) comes first.
 */
export function readHandler(
  { client, environment }: ReadHandlerWiring,
  readerOf: (event: HttpEvent) => Read<object>,
): HttpHandler {
  const { tables, KEY_BRAND, BASE_URL } = environment;
  const authorizer = dynamodbAuthorizer(client, tables, systemClock);
  const docsUrl = `${BASE_URL}/docs`;
  const memory: KeyMemory = new Map();
  const respond: Respond = async (event, scope) => {
    const key = bearerKey(event);
    if (key === undefined) throw unknownKey(docsUrl, challenge);
    if (!isWellFormedKey(KEY_BRAND, key)) throw unknownKey(docsUrl);
    const request = { keyHash: keyHash(key), nowMs: Date.now(), read: readerOf(event) };
    const access = await authorizedRead(authorizer, memory, request);
    recordAuthorization(scope, access.authorization);
    if (!("data" in access)) throw refusal(access.authorization, docsUrl);
    return jsonResponse(await access.data, {
      "cache-control": "private, no-cache",
      vary: "Authorization",
    });
  };
  return apiHandler(readOnly(respond));
}

function bearerKey(event: HttpEvent): string | undefined {
  return /^Bearer +(\S+)$/i.exec(event.headers.authorization ?? "")?.[1];
}

function recordAuthorization(scope: RequestScope, authorization: Authorization): void {
  if ("keyId" in authorization) scope.keyId = authorization.keyId;
  if ("rateLimit" in authorization) {
    Object.assign(scope.responseHeaders, rateLimitHeaders(authorization.rateLimit));
  }
}

function refusal(
  authorization: Exclude<Authorization, { result: "authorized" }>,
  docsUrl: string,
): ApiError {
  switch (authorization.result) {
    case "unknown_key":
      return unknownKey(docsUrl);
    case "plan_required":
      return new ApiError(403, "The read API needs the Pro or Enterprise plan", {
        code: "PLAN_REQUIRED",
        requiredPlan: apiPlan,
      });
    case "rate_limited": {
      const { name, limit, resetSeconds } = tightestPolicy(authorization.rateLimit);
      const message = `More than ${limit} requests in this ${name}; retry in ${resetSeconds} s`;
      const headers = { "retry-after": String(resetSeconds) };
      return new ApiError(429, message, { code: "RATE_LIMITED", headers });
    }
  }
}

/** RFC 6750, section 3: the error is left out where the request had no key. */
const challenge = 'Bearer realm="counters"';
const challengeOfWrongKey = `${challenge}, error="invalid_token"`;

function unknownKey(docsUrl: string, authenticate = challengeOfWrongKey): ApiError {
  const message = `Send a valid API key as "Authorization: Bearer <API_KEY>". See ${docsUrl}`;
  return new ApiError(401, message, { headers: { "www-authenticate": authenticate } });
}

/**
 * The tightest policy in the three classic headers (reset in seconds from now), and both policies in
 * the structured fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
function rateLimitHeaders(status: RateLimitStatus): Record<string, string> {
  const tightest = tightestPolicy(status);
  const policies = [status.minute, status.hour];
  return {
    "ratelimit-limit": String(tightest.limit),
    "ratelimit-remaining": String(tightest.remaining),
    "ratelimit-reset": String(tightest.resetSeconds),
    "ratelimit-policy": policies.map(policyItem).join(", "),
    ratelimit: policies.map(statusItem).join(", "),
  };
}

function policyItem({ name, limit, windowSeconds }: PolicyStatus): string {
  return `"${name}";q=${limit};w=${windowSeconds}`;
}

function statusItem({ name, remaining, resetSeconds }: PolicyStatus): string {
  return `"${name}";r=${remaining};t=${resetSeconds}`;
}
