import type { CachePolicy, Forwarded, Selection } from "./policy.ts";
import { headerValues, nameOf, type ViewerRequest } from "./viewer-request.ts";

/** "HTTP request headers and CloudFront behavior": these never reach the origin as they came,
 * nor do those of CloudFront's own, so that no viewer can make them up. */
const neverForwarded =
  /^(cloudfront-.*|connection|expect|host|keep-alive|proxy-.*|te|trailer|upgrade|via|x-amz-cf-.*|x-edge-.*|x-forwarded-for|x-forwarded-proto|x-real-ip)$/;

/** Headers of CloudFront's own, which it adds where a policy names them. */
export const addedHeaders: Readonly<Record<string, (viewer: ViewerRequest) => string>> = {
  "cloudfront-viewer-address": ({ address, port }) => `${address}:${port}`,
  "cloudfront-forwarded-proto": () => "https",
  "cloudfront-viewer-http-version": ({ httpVersion }) => httpVersion,
};

export interface Forwarding {
  cachePolicy: CachePolicy;
  originRequestPolicy: Forwarded;
}

/** The path and query that the origin gets. */
export function originTarget(
  viewer: ViewerRequest,
  { cachePolicy, originRequestPolicy }: Forwarding,
) {
  const query = pairsIn(viewer.query, [cachePolicy.query, originRequestPolicy.query]);
  return query === "" ? viewer.path : `${viewer.path}?${query}`;
}

interface Edge {
  /** Of the origin, with its port. */
  host: string;
  /** The origin's custom headers. */
  customHeaders: Readonly<Record<string, string>>;
  requestId: string;
}

/** The headers that the origin gets. */
export function originHeaders(
  viewer: ViewerRequest,
  forwarding: Forwarding,
  { host, customHeaders, requestId }: Edge,
): Map<string, string[]> {
  const { cachePolicy, originRequestPolicy } = forwarding;
  const policies = [cachePolicy, originRequestPolicy];
  const headers = new Map<string, string[]>();
  for (const [name, value] of viewer.headers) {
    if (!isForwarded(name, forwarding)) continue;
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  const encoding = acceptedEncodings(viewer, cachePolicy);
  if (encoding !== undefined) headers.set("accept-encoding", [encoding]);
  const cookies = viewer.cookies.filter((cookie) =>
    policies.some((policy) => includes(policy.cookies, nameOf(cookie))),
  );
  if (cookies.length > 0) headers.set("cookie", [cookies.join("; ")]);
  for (const name of policies.flatMap(({ added = [] }) => added)) {
    headers.set(name, [addedHeaders[name]?.(viewer) ?? ""]);
  }
  if (!headers.has("user-agent")) headers.set("user-agent", ["Amazon CloudFront"]);
  const forwardedFor = [...headerValues(viewer, "x-forwarded-for"), viewer.address];
  headers.set("x-forwarded-for", [forwardedFor.join(",")]);
  headers.set("via", [...headerValues(viewer, "via"), via(viewer)]);
  headers.set("x-amz-cf-id", [requestId]);
  headers.set("host", [host]);
  for (const [name, value] of Object.entries(customHeaders)) headers.set(name, [value]);
  return headers;
}

export const via = ({ httpVersion }: ViewerRequest) =>
  `${httpVersion} localhost.cloudfront.net (CloudFront)`;

/** Names the response that the cache keeps. */
export function cacheKey(viewer: ViewerRequest, policy: CachePolicy): string {
  return JSON.stringify([
    viewer.path,
    pairsIn(viewer.query, [policy.query]),
    viewer.headers.filter(([name]) => includes(policy.headers, name)),
    viewer.cookies.filter((cookie) => includes(policy.cookies, nameOf(cookie))),
    acceptedEncodings(viewer, policy)?.replace("identity", "") ?? "",
  ]);
}

function isForwarded(name: string, { cachePolicy, originRequestPolicy }: Forwarding): boolean {
  if (neverForwarded.test(name)) return false;
  // They belong to the body, which always reaches the origin.
  if (name === "content-length" || name === "transfer-encoding") return true;
  if (name === "accept-encoding" && cachePolicy.encodings.length > 0) return false;
  return includes(cachePolicy.headers, name) || includes(originRequestPolicy.headers, name);
}

/**
 * Accept-Encoding as CloudFront normalizes it ("Compression support"); undefined where it leaves the
 * header to the policies.
 */
export function acceptedEncodings(
  viewer: ViewerRequest,
  { encodings }: CachePolicy,
): string | undefined {
  const accepted = headerValues(viewer, "accept-encoding").join(",");
  if (encodings.length === 0 || accepted === "" || viewer.httpVersion === "1.0") return undefined;
  const named = accepted.split(",").map((one) => one.split(";")[0]?.trim().toLowerCase());
  return encodings.filter((encoding) => named.includes(encoding)).join(",") || "identity";
}

function pairsIn(query: string, selections: Selection[]): string {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return pairs
    .filter((pair) => selections.some((selection) => includes(selection, nameOf(pair))))
    .join("&");
}

export function includes(selection: Selection, name: string): boolean {
  if (selection === "none") return false;
  if (selection === "all") return true;
  return "only" in selection ? selection.only.includes(name) : !selection.except.includes(name);
}
