import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpResponse } from "../http/http-response.ts";
import { type Forwarding, includes } from "./origin-request.ts";
import type { ResponseHeadersPolicy } from "./policy.ts";
import { headerValues, type ViewerRequest } from "./viewer-request.ts";

/** "HTTP response headers that CloudFront removes or replaces". */
export function fromOrigin(response: HttpResponse, forwarding: Forwarding): HttpResponse {
  const { cachePolicy, originRequestPolicy } = forwarding;
  const policies = [cachePolicy, originRequestPolicy];
  const { vary, "set-cookie": cookies, ...headers } = response.headers;
  for (const name of [
    "via",
    "connection",
    "keep-alive",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ]) {
    delete headers[name];
  }
  const varied = String(vary ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => isShownInVary(name.toLowerCase(), forwarding));
  if (varied.length > 0) headers.vary = varied.join(", ");
  const cookiesReachTheOrigin = policies.some((policy) => policy.cookies !== "none");
  if (cookies !== undefined && cookiesReachTheOrigin) headers["set-cookie"] = cookies;
  return { ...response, headers };
}

function isShownInVary(name: string, { cachePolicy, originRequestPolicy }: Forwarding): boolean {
  if (name === "accept-encoding" || name === "cookie") return true;
  return [cachePolicy, originRequestPolicy].some(({ headers }) => includes(headers, name));
}

/** Adds and removes what a response headers policy says. */
export function withPolicy(
  headers: HttpResponse["headers"],
  policy: ResponseHeadersPolicy,
  viewer: ViewerRequest,
): HttpResponse["headers"] {
  const result = { ...headers };
  const isCors = headerValues(viewer, "origin").length > 0;
  for (const name of policy.remove ?? []) delete result[name];
  for (const { name, value, override, onlyToCors } of policy.add) {
    if ((isCors || !onlyToCors) && (override || !(name in result))) result[name] = value;
  }
  return result;
}

/** Whether a conditional request already has what the cache holds (RFC 9110 §13.1.2). */
export function isUnchanged(viewer: ViewerRequest, { status, headers }: HttpResponse): boolean {
  const named = headerValues(viewer, "if-none-match").join(",");
  const { etag } = headers;
  if (status !== 200 || named === "" || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return named.trim() === "*" || named.split(",").some((tag) => opaque(tag) === opaque(`${etag}`));
}

/** The 304 in place of a response. */
export function unchanged({ headers: all }: HttpResponse): HttpResponse {
  const { "content-type": _type, "content-encoding": _encoding, ...headers } = all;
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** "File types that CloudFront compresses", those that are text. */
const compressible =
  /^(application\/(dash\+xml|javascript|json|rss\+xml|x-javascript|xhtml\+xml|xml)|image\/svg\+xml|text\/(css|csv|html|javascript|js|plain|xml))$/;

const brotli = promisify(brotliCompress);
// The default would take a second for a file of a megabyte.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses what CloudFront would ("How CloudFront compression works"), in the form that was asked for. */
export async function compressed(
  response: HttpResponse,
  accepted: string | undefined,
): Promise<HttpResponse> {
  const { status, headers, body } = response;
  const encoding = accepted?.split(",")[0];
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  if (encoding !== "br" && encoding !== "gzip") return response;
  if (headers["content-encoding"] !== undefined || !compressible.test(type)) return response;
  if (![200, 403, 404].includes(status) || headers["content-length"] === undefined) return response;
  if (body.length < 1_000 || body.length > 10_000_000) return response;
  const etag = String(headers.etag ?? "");
  const { "content-length": _plain, ...others } = headers;
  return {
    status,
    headers: {
      ...others,
      "content-encoding": encoding,
      ...(etag.startsWith('"') && { etag: `W/${etag}` }),
    },
    body: encoding === "br" ? await brotli(body, quickly) : await promisify(gzip)(body),
  };
}
