import type { HttpResponse } from "../http/http-response.ts";
import type { CachePolicy } from "./policy.ts";

/** A response that the cache keeps, with the times that decide until when. */
export interface CachedResponse extends HttpResponse {
  storedAtMs: number;
  freshUntilMs: number;
  /** Until then it is served when the origin fails. */
  staleUntilMs: number;
}

const maxBytes = 64 * 1024 * 1024;
// What an entry takes besides its key, headers and body.
const entryBytes = 1_024;
const sweepEveryMs = 10_000;

/** The cache of a distribution; it evicts the least recently used responses. */
export class EdgeCache {
  readonly #kept = new Map<string, CachedResponse>();
  #bytes = 0;
  #sweptAtMs = Date.now();

  get(key: string): CachedResponse | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found;
  }

  set(key: string, response: CachedResponse): void {
    this.#forget(key);
    this.#sweep();
    this.#kept.set(key, response);
    this.#bytes += sizeOf(key, response);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#bytes -= sizeOf(key, kept);
    this.#kept.delete(key);
  }

  /** Removes responses that can neither be served nor be revalidated. */
  #sweep(): void {
    const nowMs = Date.now();
    if (nowMs < this.#sweptAtMs + sweepEveryMs) return;
    this.#sweptAtMs = nowMs;
    for (const [key, { staleUntilMs, headers }] of this.#kept) {
      if (staleUntilMs <= nowMs && headers.etag === undefined) this.#forget(key);
    }
  }
}

function sizeOf(key: string, { headers, body }: CachedResponse): number {
  return entryBytes + key.length + JSON.stringify(headers).length + body.length;
}

/** "HTTP 4xx and 5xx status codes that CloudFront caches". */
const alwaysKept = [404, 414, 500, 501, 502, 503, 504];
const keptIfTheOriginSaysHowLong = [400, 403, 405, 412, 415];

/**
 * How long a response is fresh; 0 for one that is not kept. CloudFront keeps an error for 10 s where
 * the distribution does not say otherwise.
 */
export function freshSeconds(
  { status, headers }: HttpResponse,
  { ttl }: CachePolicy,
  errorSeconds = 10,
): number {
  const control = String(headers["cache-control"] ?? "");
  const said = directive(control, "s-maxage") ?? directive(control, "max-age") ?? expires(headers);
  if (status >= 400) {
    const kept = alwaysKept.includes(status) || keptIfTheOriginSaysHowLong.includes(status);
    if (!kept || (said === undefined && !alwaysKept.includes(status))) return 0;
    return Math.max(errorSeconds, said ?? 0);
  }
  if (status === 304 || ttl.max === 0) return 0;
  if (/\b(no-cache|no-store|private)\b/i.test(control)) return ttl.min;
  if (said === undefined) return Math.max(ttl.min, ttl.default);
  return Math.min(Math.max(said, ttl.min), ttl.max);
}

/** "If your origin returns a 5xx status code, CloudFront serves the object even though it has expired". */
export function staleSeconds({ headers }: HttpResponse, { ttl }: CachePolicy): number {
  const control = String(headers["cache-control"] ?? "");
  return Math.min(directive(control, "stale-if-error") ?? ttl.max, ttl.max);
}

function directive(cacheControl: string, name: string): number | undefined {
  const [, seconds] = new RegExp(`(?:^|[ ,])${name}=(\\d+)`, "i").exec(cacheControl) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function expires({ expires: date }: HttpResponse["headers"]): number | undefined {
  if (date === undefined) return undefined;
  return Math.max(0, (Date.parse(String(date)) - Date.now()) / 1_000) || 0;
}
