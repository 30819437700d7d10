import { dynamodbAdmission } from "../../adapters/organizations/dynamodb-authorizer.ts";
import { systemCircumstances } from "../../adapters/system-clock.ts";
import { Problem } from "../../core/api-error.ts";
import { isWellFormedKey, keyHash } from "../../core/organizations/api-key.ts";
import {
  type Admission,
  type KeyMemory,
  type Read,
  readWithKey,
} from "../../core/organizations/authorized-read.ts";
import { requiredPlan } from "../../core/organizations/organization.ts";
import { tightestPolicy } from "../../core/organizations/rate-limit.ts";
import { type HttpHandler, httpEndpoint } from "./endpoint.ts";
import { type HttpEvent, jsonAnswer } from "./message.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import type { RequestScope } from "./request-scope.ts";

export interface ReadEndpointWiring {
  client: Parameters<typeof dynamodbAdmission>[0];
  apiKeysTable: string;
  keyBrand: string;
}

/**
 * An endpoint of the read API: admits the API key and answers with what `readerOf` reads for the
 * key's organization. What is wrong with the request itself is thrown by the read, as a Problem.
 */
export function readEndpoint(
  wiring: ReadEndpointWiring,
  readerOf: (event: HttpEvent) => Read<object>,
): HttpHandler {
  const desk = dynamodbAdmission(wiring.client, wiring.apiKeysTable, systemCircumstances);
  const memory: KeyMemory = new Map();
  return httpEndpoint(async (event, scope) => {
    const key = bearerKey(event);
    if (key === undefined || !isWellFormedKey(wiring.keyBrand, key)) throw unknownKey();
    const request = { keyHash: keyHash(key), nowMs: Date.now(), read: readerOf(event) };
    const access = await readWithKey(desk, memory, request);
    noteAdmission(scope, access.admission);
    if (!("data" in access)) throw refusal(access.admission);
    return jsonAnswer(await access.data, {
      "cache-control": "private, no-cache",
      vary: "Authorization",
    });
  });
}

function bearerKey(event: HttpEvent): string | undefined {
  return /^Bearer +(\S+)$/i.exec(event.headers.authorization ?? "")?.[1];
}

function noteAdmission(scope: RequestScope, admission: Admission): void {
  if ("keyId" in admission) scope.keyId = admission.keyId;
  if ("rateLimit" in admission) {
    Object.assign(scope.answerHeaders, rateLimitHeaders(admission.rateLimit));
  }
}

function refusal(admission: Exclude<Admission, { outcome: "admitted" }>): Problem {
  switch (admission.outcome) {
    case "unknown_key":
      return unknownKey();
    case "plan_required":
      return new Problem(403, "The read API needs the Pro or Enterprise plan", {
        code: "PLAN_REQUIRED",
        requiredPlan,
      });
    case "rate_limited": {
      const { name, limit, resetSeconds } = tightestPolicy(admission.rateLimit);
      const message = `More than ${limit} requests in this ${name}; retry in ${resetSeconds} s`;
      const headers = { "retry-after": String(resetSeconds) };
      return new Problem(429, message, { code: "RATE_LIMITED", headers });
    }
  }
}

function unknownKey(): Problem {
  return new Problem(401, "A valid API key is needed: Authorization: Bearer <API_KEY>", {
    headers: { "www-authenticate": "Bearer" },
  });
}
