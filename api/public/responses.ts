import * as z from "zod";
import { errors, gatewayErrors } from "./examples.ts";

type Named<Value> = Record<string, Value>;

const header = (description: string, type: "string" | "integer", example: string | number) => ({
  description,
  required: true,
  schema: { type, examples: [example] },
});

const headers = {
  "X-Request-Id": header(
    "Identifies the request in the service's logs.",
    "string",
    "Zw3kJh2mFiAEMZg=",
  ),
  ETag: header("Changes with the body; send it back as `If-None-Match`.", "string", 'W/"Jx3u0f2"'),
  "RateLimit-Limit": header("Requests in the window of the tightest policy.", "integer", 60),
  "RateLimit-Remaining": header("Requests left in that window.", "integer", 59),
  "RateLimit-Reset": header("Seconds until that window ends.", "integer", 21),
  "RateLimit-Policy": header(
    "Both policies: quota `q` and window `w` in seconds.",
    "string",
    '"minute";q=60;w=60, "hour";q=1000;w=3600',
  ),
  RateLimit: header(
    "Both policies: requests left `r` and seconds to the end of the window `t`.",
    "string",
    '"minute";r=59;t=21, "hour";r=980;t=1221',
  ),
  "Retry-After": header("Seconds to wait before the next request.", "integer", 21),
  "WWW-Authenticate": header(
    'The scheme `Bearer` with a `realm`; with `error="invalid_token"` where a key was sent.',
    "string",
    'Bearer realm="counters", error="invalid_token"',
  ),
  "Access-Control-Allow-Origin": header("Always `*`: every page may read it.", "string", "*"),
};

type HeaderName = keyof typeof headers;

// Responses with Retry-After can be the gateway's, and have all their headers in full.
const { "Retry-After": _, ...headerComponents } = headers;

export { headerComponents };

const rateLimitNames: HeaderName[] = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
];

/** Every response to an authorized key has these. */
export const authorizedHeaders: HeaderName[] = ["X-Request-Id", ...rateLimitNames];

export const unchanged = "Unchanged since the `ETag` you sent.";

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of the body that the client has.",
  schema: { type: "string" },
};

/** The body of a response that the HTTP API sends by itself. */
export const GatewayError = z.looseObject({
  message: z.string().meta({ description: "The gateway's own words." }),
});

interface ResponseParts {
  headers: ReturnType<typeof promised>;
  examples: Named<object>;
}

/** A response with a JSON body, its headers and at least one example. */
export function jsonResponse(
  description: string,
  schema: string | string[],
  { headers, examples }: ResponseParts,
) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const references = [schema].flat().map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    description,
    headers,
    content: {
      "application/json": {
        schema: references.length === 1 ? references[0] : { anyOf: references },
        examples: Object.fromEntries(named),
      },
    },
  };
}

/** Headers that every such response has. */
export function promised(names: HeaderName[]): Named<object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of a response that the gateway, too, can send, and without them. */
function unlessByGateway(names: HeaderName[]): Named<object> {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}

export const errorResponse = (description: string, names: HeaderName[], examples: Named<object>) =>
  jsonResponse(description, "Error", { headers: promised(["X-Request-Id", ...names]), examples });

const { invalidParameter, unknownKey, planRequired, noSuchCounter, rateLimited } = errors;
const { tooManyRequests, unavailable } = gatewayErrors;

export const errorResponses = {
  InvalidParameter: errorResponse("A query parameter is invalid.", rateLimitNames, {
    invalidParameter,
  }),
  Unauthorized: errorResponse("The API key is missing, revoked or wrong.", ["WWW-Authenticate"], {
    unknownKey,
  }),
  PlanRequired: errorResponse("The organization is not on Pro or Enterprise.", [], {
    planRequired,
  }),
  NotFound: errorResponse("The key's organization has no such counter.", rateLimitNames, {
    noSuchCounter,
  }),
  TooLarge: errorResponse("Too large to be sent uncompressed.", rateLimitNames, {
    tooLarge: errors.tooLarge,
  }),
  RateLimited: jsonResponse(
    "The key is over its limit for this minute or this hour. Without `code` and `Retry-After` it is " +
      "the gateway's response: all callers together send too much.",
    ["Error", "GatewayError"],
    {
      headers: unlessByGateway(["X-Request-Id", ...rateLimitNames, "Retry-After"]),
      examples: { rateLimited, tooManyRequests },
    },
  ),
  Internal: jsonResponse(
    "The service failed; the request can be repeated. Without `error` it is the gateway's response.",
    ["Error", "GatewayError"],
    {
      headers: unlessByGateway(["X-Request-Id"]),
      examples: { internal: errors.internal, failed: gatewayErrors.failed },
    },
  ),
  Unavailable: jsonResponse(
    "Too much is read at once, for example by lists of thousands of counters, or the database could not be reached or did not respond in time; " +
      "the request can be repeated after `Retry-After`. Without it, this is the gateway's response: the service has no capacity at the moment.",
    ["Error", "GatewayError"],
    {
      headers: unlessByGateway(["X-Request-Id", ...rateLimitNames, "Retry-After"]),
      examples: { tooBusy: errors.tooBusy, unavailable },
    },
  ),
};
