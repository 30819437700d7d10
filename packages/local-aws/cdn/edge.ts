import type { IncomingMessage } from "node:http";
import type { HttpResponse } from "../http/http-response.ts";
import type { CacheBehavior } from "./cache-behavior.ts";
import type { DistributionSpec } from "./distribution.ts";
import { type CachedResponse, EdgeCache, freshSeconds, staleSeconds } from "./edge-cache.ts";
import { OriginClient, type OriginRequest } from "./origin-client.ts";
import { acceptedEncodings, cacheKey, originHeaders, originTarget } from "./origin-request.ts";
import type { ViewerRequest } from "./viewer-request.ts";
import { compressed, fromOrigin, isUnchanged, unchanged, withPolicy } from "./viewer-response.ts";

/** What CloudFront reports in `X-Cache`. */
export type Outcome = "Miss" | "Hit" | "RefreshHit" | "Error" | "FunctionGeneratedResponse";

export interface Served {
  response: HttpResponse;
  outcome: Outcome;
}

interface Exchange {
  viewer: ViewerRequest;
  behavior: CacheBehavior;
  /** Undefined where the viewer sends none, and for requests that CloudFront makes by itself. */
  body: IncomingMessage | undefined;
  requestId: string;
}

/** What CloudFront does with a request that it accepts: function, cache, origin, error pages. */
export class Edge {
  readonly #spec: DistributionSpec;
  readonly #cache = new EdgeCache();
  readonly #origins: OriginClient;

  constructor(
    spec: DistributionSpec,
    onOriginFailure: (sent: OriginRequest, code: string) => void,
  ) {
    this.#spec = spec;
    this.#origins = new OriginClient(onOriginFailure);
  }

  close(): void {
    this.#origins.close();
  }

  /** The first behavior whose pattern matches. */
  behaviorOf(path: string): CacheBehavior {
    const found = this.#spec.behaviors.find((behavior) => behavior.matches(path));
    if (found !== undefined) return found;
    throw new Error(`no behavior takes ${path}`);
  }

  async respond(exchange: Exchange): Promise<Served> {
    const { behavior, requestId } = exchange;
    const ran = behavior.viewerRequest?.(exchange.viewer, requestId);
    if (ran !== undefined && "response" in ran) {
      return { response: ran.response, outcome: "FunctionGeneratedResponse" };
    }
    const viewer = ran?.request ?? exchange.viewer;
    const { response, outcome } = await this.#load({ ...exchange, viewer });
    const fromCache = outcome === "Hit" || outcome === "RefreshHit";
    const shown = fromCache && isUnchanged(viewer, response) ? unchanged(response) : response;
    const headers = withPolicy(shown.headers, behavior.responseHeadersPolicy, viewer);
    return { response: { ...shown, headers }, outcome };
  }

  async #load(exchange: Exchange): Promise<Served> {
    const { viewer, behavior } = exchange;
    const { method } = viewer;
    if (method !== "GET" && method !== "HEAD") return missed(await this.#ask(exchange));
    const key = cacheKey(viewer, behavior.cachePolicy);
    const kept = this.#cache.get(`GET ${key}`) ?? this.#cache.get(`${method} ${key}`);
    if (kept !== undefined && Date.now() < kept.freshUntilMs) return hit(kept);
    const asked = await this.#ask(exchange, kept?.headers.etag);
    if (kept !== undefined && asked.status === 304) {
      const { "content-length": _ofNoBody, ...headers } = asked.headers;
      const refreshed = { ...kept, headers: { ...kept.headers, ...headers } };
      this.#keep(`GET ${key}`, refreshed, behavior);
      return { response: refreshed, outcome: "RefreshHit" };
    }
    if (kept !== undefined && asked.status >= 500 && Date.now() < kept.staleUntilMs) {
      return hit(kept);
    }
    const page = await this.#errorPage(asked.status, exchange);
    const response = page ?? asked;
    this.#keep(`${method} ${key}`, response, behavior, asked);
    return missed(response);
  }

  /** The origin's response, as viewers get it. */
  async #ask({ viewer, behavior, body, requestId }: Exchange, etag?: string | string[]) {
    const { origin, cachePolicy, compress } = behavior;
    const url = new URL(origin.url);
    const { customHeaders, readTimeoutMs: timeoutMs } = origin;
    const headers = originHeaders(viewer, behavior, { host: url.host, customHeaders, requestId });
    if (etag !== undefined) headers.set("if-none-match", [String(etag)]);
    const { method } = viewer;
    const target = `${origin.path}${originTarget(viewer, behavior)}`;
    const sent = { method, url, target, headers, body, timeoutMs };
    const response = fromOrigin(await this.#origins.send(sent), behavior);
    if (!compress || cachePolicy.ttl.max === 0 || method === "HEAD") return response;
    return await compressed(response, acceptedEncodings(viewer, cachePolicy));
  }

  async #errorPage(status: number, exchange: Exchange): Promise<HttpResponse | undefined> {
    const page = this.#spec.errors.get(status)?.page;
    if (page === undefined) return undefined;
    const own = { method: "GET", path: page.path, query: "", headers: [], cookies: [] };
    const viewer = { ...exchange.viewer, ...own };
    const behavior = this.behaviorOf(page.path);
    const response = await this.#ask({ ...exchange, viewer, behavior, body: undefined });
    return response.status === 200 ? { ...response, status: page.status } : undefined;
  }

  /** Keeps a response for as long as `decisive` says: the origin's response, which an error page may replace. */
  #keep(
    key: string,
    response: HttpResponse,
    { cachePolicy }: CacheBehavior,
    decisive = response,
  ): void {
    const { status } = decisive;
    const seconds = freshSeconds(decisive, cachePolicy, this.#spec.errors.get(status)?.seconds);
    if (seconds === 0) return;
    const storedAtMs = Date.now();
    const freshUntilMs = storedAtMs + seconds * 1_000;
    const staleMs = status < 400 ? staleSeconds(response, cachePolicy) * 1_000 : 0;
    const staleUntilMs = freshUntilMs + staleMs;
    this.#cache.set(key, { ...response, storedAtMs, freshUntilMs, staleUntilMs });
  }
}

function hit(kept: CachedResponse): Served {
  const { status, body, storedAtMs } = kept;
  const age = String(Math.floor((Date.now() - storedAtMs) / 1_000));
  return { response: { status, body, headers: { ...kept.headers, age } }, outcome: "Hit" };
}

const missed = (response: HttpResponse): Served => ({ response, outcome: "Miss" });
