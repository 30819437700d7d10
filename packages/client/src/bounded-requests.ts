import { CountingError } from "./counting-error.ts";
import { allowSlowAddresses, networkFailure, plainText } from "./network-failure.ts";
import { type Wait, wait } from "./waiting.ts";

export interface RequestLimits {
  /** Of one attempt, with its body; 30 s by default. */
  timeoutMs: number;
  /** How often a request is repeated that met a 5xx, a 429 or no response; 3 by default. */
  retries: number;
  /** The longest wait for a rate limit; 60 s by default. Beyond it, the error says when to come back. */
  maximumWaitMs: number;
  /** 32 MB by default: a list of 10,000 counters has 4. */
  maximumBytes: number;
}

/** How many URLs' last responses are kept for If-None-Match. */
const keptResponses = 50;

/** GET requests that end: bounded in time, size and number, and spread by the rate limit's headers. */
export class BoundedRequests {
  readonly #key: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #limits: RequestLimits;
  readonly #wait: Wait;
  readonly #kept = new Map<string, { etag: string; text: string }>();
  /** Before this time every request would be refused. */
  #blockedUntilMs = 0;

  constructor(
    key: string,
    options: Partial<RequestLimits> & { fetch?: typeof globalThis.fetch; wait?: Wait },
  ) {
    const { timeoutMs = 30_000, retries = 3, maximumWaitMs = 60_000 } = options;
    const { maximumBytes = 32 * 1024 * 1024 } = options;
    this.#limits = { timeoutMs, retries, maximumWaitMs, maximumBytes };
    this.#key = key;
    // Workers refuse to call it as a method.
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#wait = options.wait ?? wait;
  }

  /** The body of a 200. */
  async get(url: string, how: { signal: AbortSignal | undefined; keep: boolean }): Promise<string> {
    for (let attempt = 0; ; attempt += 1) {
      await this.#waitForTurn(how.signal);
      const outcome = await this.#attempt(url, how);
      if (typeof outcome === "string") return outcome;
      const waitMs = this.#waitAfter(outcome, attempt);
      if (waitMs === undefined) throw outcome;
      await this.#wait(waitMs, how.signal);
    }
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const waitMs = this.#blockedUntilMs - Date.now();
    if (waitMs <= 0) return;
    // A clock that was set back must not stop all requests.
    if (waitMs > 3_600_000) this.#blockedUntilMs = 0;
    else if (waitMs > this.#limits.maximumWaitMs) throw tooMany(waitMs);
    else await this.#wait(jittered(waitMs), signal);
  }

  /** Undefined: the same request would fail again, or only after too long a wait. */
  #waitAfter(error: CountingError, attempt: number): number | undefined {
    const { status, retryAfterSeconds } = error;
    const canSucceed = status === undefined || status === 429 || status >= 500;
    if (!canSucceed || attempt >= this.#limits.retries) return undefined;
    const waitMs =
      retryAfterSeconds === undefined ? 1_000 * 2 ** attempt : retryAfterSeconds * 1_000;
    return waitMs > this.#limits.maximumWaitMs ? undefined : jittered(waitMs);
  }

  async #attempt(
    url: string,
    { signal, keep }: { signal: AbortSignal | undefined; keep: boolean },
  ): Promise<string | CountingError> {
    const kept = keep ? this.#kept.get(url) : undefined;
    const abort = new AbortController();
    const onAbort = () => abort.abort(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => abort.abort(), this.#limits.timeoutMs);
    try {
      const response = await this.#fetch(url, {
        headers: {
          authorization: `Bearer ${this.#key}`,
          accept: "application/json",
          ...(kept && { "if-none-match": kept.etag }),
        },
        // A redirect could lead the key to another host. Workers do not know "error".
        redirect: "manual",
        ...uncached(),
        signal: abort.signal,
      });
      this.#noteLimit(response.headers);
      if (response.status === 304 && kept) return kept.text;
      const text = await boundedText(response, this.#limits.maximumBytes);
      if (response.status !== 200) return errorOf(response, text, this.#key);
      if (keep) this.#keep(url, response.headers.get("etag"), text);
      return text;
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (cause instanceof CountingError || isOfNext(cause)) throw cause;
      allowSlowAddresses(cause, this.#limits.timeoutMs);
      return networkFailure(cause, this.#key, abort.signal.aborted);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #noteLimit(headers: Headers): void {
    const remaining = headers.get("ratelimit-remaining");
    const resetSeconds = wholeSeconds(headers.get("ratelimit-reset"));
    if (remaining === "0" && resetSeconds !== undefined)
      this.#blockedUntilMs = Date.now() + resetSeconds * 1_000;
  }

  #keep(url: string, etag: string | null, text: string): void {
    this.#kept.delete(url);
    if (etag === null) return;
    this.#kept.set(url, { etag, text });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptResponses && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function tooMany(waitMs: number): CountingError {
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  const message = `The rate limit is exhausted; try again in ${retryAfterSeconds} s`;
  return new CountingError(message, { status: 429, code: "RATE_LIMITED", retryAfterSeconds });
}

/**
 * Next.js stores what was fetched, and shows it for good, unless the request says this. Older Workers refuse a request that
 * says it; theirs have no such property.
 */
function uncached(): Pick<RequestInit, "cache"> {
  const isKnown = typeof Request === "function" && "cache" in Request.prototype;
  return isKnown ? { cache: "no-store" } : {};
}

/** What Next.js throws and has to catch itself: that a page with such a request is rendered for each visit. */
function isOfNext(error: unknown): boolean {
  return typeof (error as { digest?: unknown } | null)?.digest === "string";
}

/** Up to a second later, so that not all clients come back at once. */
const jittered = (ms: number) => ms + Math.random() * 1_000;

async function boundedText(response: Response, maximumBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > maximumBytes) {
      await reader.cancel();
      throw new CountingError("The response is too large", { status: response.status });
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Contract §7; a gateway's or a proxy's own response has none of it. */
function errorOf(response: Response, text: string, key: string): CountingError {
  const { error, message, code } = jsonObject(text);
  const status = response.status === 0 ? 302 : response.status;
  const said = [error, message].find((one) => typeof one === "string" && one !== "");
  const redirected =
    status >= 300 && status < 400 ? "The service redirects; check apiUrl" : undefined;
  return new CountingError(
    redirected ?? plainText(said ?? `The service responded with status ${status}`, key),
    {
      status,
      code: typeof code === "string" ? plainText(code, key) : undefined,
      requestId: plainText(response.headers.get("x-request-id") ?? "", key) || undefined,
      retryAfterSeconds: retryAfterSeconds(response.headers),
    },
  );
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Seconds, or a date in one of HTTP's three forms, of which the oldest does not say that it is in GMT. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return wholeSeconds(text);
  const atMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  // By the clock of the service, where it says its time.
  const nowMs = Date.parse(headers.get("date") ?? "") || Date.now();
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

function wholeSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
