import { errors } from "./examples.ts";

type Named<Value> = Record<string, Value>;

const header = (description: string, type: "string" | "integer", example: string | number) => ({
  description,
  schema: { type, examples: [example] },
});

export const headers = {
  "X-Request-Id": header("Names the request in the service's logs.", "string", "Zw3kJh2mFiAEMZg="),
  ETag: header("Changes with the body; send it back as If-None-Match.", "string", 'W/"Jx3u0f2"'),
  "RateLimit-Limit": header("Requests in the window of the tightest policy.", "integer", 60),
  "RateLimit-Remaining": header("Requests left in that window.", "integer", 59),
  "RateLimit-Reset": header("Seconds until that window ends.", "integer", 21),
  "RateLimit-Policy": header(
    "Both policies: quota q and window w in seconds.",
    "string",
    '"minute";q=60;w=60, "hour";q=1000;w=3600',
  ),
  RateLimit: header(
    "Both policies: requests left r and seconds to the end of the window t.",
    "string",
    '"minute";r=59;t=21, "hour";r=980;t=1221',
  ),
  "Retry-After": header("Seconds to wait before the next request.", "integer", 21),
  "WWW-Authenticate": header("Always Bearer.", "string", "Bearer"),
  "Access-Control-Allow-Origin": header("Always *: every page may read it.", "string", "*"),
};

type HeaderName = keyof typeof headers;

const rateLimitNames: HeaderName[] = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
];

/** Every answer to an admitted key carries these. */
export const admittedHeaders: HeaderName[] = ["X-Request-Id", ...rateLimitNames];

/** An answer with a JSON body, its headers and at least one example. */
export function answer(
  description: string,
  schema: string,
  setup: { headers: HeaderName[]; examples: Named<object> },
) {
  const examples = Object.entries(setup.examples).map(([name, value]) => [name, { value }]);
  return {
    description,
    headers: headerReferences(setup.headers),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

export function headerReferences(names: HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const error = (description: string, names: HeaderName[], examples: Named<object>) =>
  answer(description, "Error", { headers: ["X-Request-Id", ...names], examples });

const { invalidParameter, unknownKey, planRequired, noSuchCounter, rateLimited } = errors;

export const errorAnswers = {
  InvalidParameter: error("A parameter is not of its form.", rateLimitNames, { invalidParameter }),
  Unauthorized: error("The API key is missing, revoked or wrong.", ["WWW-Authenticate"], {
    unknownKey,
  }),
  PlanRequired: error("The organization is not on Pro or Enterprise.", [], { planRequired }),
  NotFound: error("The key's organization has no such counter.", rateLimitNames, { noSuchCounter }),
  TooLarge: error("Too large to be sent uncompressed.", rateLimitNames, {
    tooLarge: errors.tooLarge,
  }),
  RateLimited: error(
    "The key is over its limit for this minute or this hour.",
    [...rateLimitNames, "Retry-After"],
    { rateLimited },
  ),
  Internal: error("The service failed; the request can be repeated.", [], {
    internal: errors.internal,
  }),
};
