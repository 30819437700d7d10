import * as z from "zod";
import { StartError } from "../start-error.ts";
import type { EdgeFunction } from "./edge-function.ts";
import { addedHeaders, type Forwarding, includes } from "./origin-request.ts";
import type { Policies } from "./policies.ts";
import type { ResponseHeadersPolicy } from "./policy.ts";

export interface Origin {
  /** Of an HTTP API, without a trailing slash. */
  url: string;
  path: string;
  customHeaders: Record<string, string>;
  readTimeoutMs: number;
}

/** What happens to requests of some paths. */
export interface CacheBehavior extends Forwarding {
  matches(path: string): boolean;
  origin: Origin;
  allowedMethods: readonly string[];
  responseHeadersPolicy: ResponseHeadersPolicy;
  viewerRequest: EdgeFunction | undefined;
  compress: boolean;
}

export const BehaviorProperties = z.strictObject({
  PathPattern: z.string().default("*"),
  TargetOriginId: z.string(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  AllowedMethods: z.array(z.string()).default(["GET", "HEAD"]),
  CachedMethods: z.tuple([z.literal("GET"), z.literal("HEAD")]).optional(),
  Compress: z.boolean().default(false),
  // Requests count as made over HTTPS.
  ViewerProtocolPolicy: z.string(),
  FunctionAssociations: z
    .tuple([z.strictObject({ EventType: z.literal("viewer-request"), FunctionARN: z.string() })])
    .optional(),
});

/** What a behavior may name. */
export interface Named {
  /** The logical id of the distribution. */
  distribution: string;
  policies: Policies;
  functions: ReadonlyMap<string, EdgeFunction>;
  origins: ReadonlyMap<string, Origin>;
}

export function cacheBehavior(
  read: z.infer<typeof BehaviorProperties>,
  { distribution, policies, functions, origins }: Named,
): CacheBehavior {
  const find = <T>(what: string, id: string, things: ReadonlyMap<string, T>): T => {
    const thing = things.get(id);
    if (thing !== undefined) return thing;
    throw new StartError(`${distribution}: the local runtime does not know the ${what} ${id}.`);
  };
  const { OriginRequestPolicyId, ResponseHeadersPolicyId, FunctionAssociations } = read;
  const forwarding: Forwarding = {
    cachePolicy: find("cache policy", read.CachePolicyId, policies.cache),
    originRequestPolicy: OriginRequestPolicyId
      ? find("origin request policy", OriginRequestPolicyId, policies.originRequest)
      : { headers: "none", cookies: "none", query: "none" },
  };
  refuseHeaders(distribution, forwarding);
  const [association] = FunctionAssociations ?? [];
  return {
    ...forwarding,
    matches: pathMatcher(read.PathPattern),
    origin: find("origin", read.TargetOriginId, origins),
    allowedMethods: read.AllowedMethods,
    responseHeadersPolicy: ResponseHeadersPolicyId
      ? find("response headers policy", ResponseHeadersPolicyId, policies.responseHeaders)
      : { add: [] },
    viewerRequest: association && find("function", association.FunctionARN, functions),
    compress: read.Compress,
  };
}

function refuseHeaders(
  distribution: string,
  { cachePolicy, originRequestPolicy }: Forwarding,
): void {
  for (const { headers, added = [] } of [cachePolicy, originRequestPolicy]) {
    if (includes(headers, "host")) {
      throw new StartError(
        `${distribution}: a policy forwards the viewer's Host header, which an HTTP API refuses on AWS.`,
      );
    }
    const unknown = added.find((name) => !(name in addedHeaders));
    if (unknown === undefined) continue;
    throw new StartError(`${distribution}: the local runtime cannot add the header ${unknown}.`);
  }
}

/**
 * Whether a path matches a behavior's pattern: `*` is any text, `?` one character, case counts, and
 * the first slash may be missing ("Path pattern", CloudFront Developer Guide).
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const text = pattern
    .replace(/^\/?/, "/")
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${text}$`, "s");
  return (path) => expression.test(normalized(path));
}

/** RFC 3986 §6.2.2: without dot segments, and with letters, digits and `-._~` as they are. */
function normalized(path: string): string {
  const readable = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return new URL(`path://host${readable.replace(/^\/?/, "/")}`).pathname;
}
