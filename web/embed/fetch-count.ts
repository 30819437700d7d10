import type { EmbeddedCount } from "../../core/embeds/format-count.ts";

/** What one request for the count returned; `ageMs` is for how long a cache has kept it. */
export type FetchedCount =
  | { result: "received"; counter: EmbeddedCount; clock: ClockReading; ageMs: number }
  | { result: "failed" }
  | { result: "ended" };

/** The service's time at a moment of this machine's own clock. */
export interface ClockReading {
  serviceMs: number;
  hereMs: number;
}

/** The later of two estimates: a response may be older than its Date and Age say, never newer. */
export function laterClock(known: ClockReading | undefined, received: ClockReading): ClockReading {
  const ahead = ({ serviceMs, hereMs }: ClockReading) => serviceMs - hereMs;
  return known !== undefined && ahead(known) > ahead(received) ? known : received;
}

/** A response that takes longer is no better than the next one. */
const timeoutMs = 3_000;

/** A cache that serves an older copy cannot reach the service. */
const oldestSeconds = 5;

export interface CountRequest {
  source: string;
  signal: AbortSignal;
  now(): number;
  /** Whether the browser's own copy will do; its age depends on a clock that may be set back. */
  cache?: RequestCache;
}

/** Requests the public JSON of a session; throws only when the signal aborts it. */
export async function fetchCount(request: CountRequest): Promise<FetchedCount> {
  const { source, signal, now, cache = "default" } = request;
  const deadline = new AbortController();
  const abort = () => deadline.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener("abort", abort);
  try {
    // Only the browser's own headers: with another, every request would need a preflight.
    const response = await fetch(source, {
      signal: deadline.signal,
      credentials: "omit",
      redirect: "error",
      cache,
    });
    const body: unknown = await response.json();
    if (isNotShared(response.status, body)) return { result: "ended" };
    if (!response.ok || !isEmbeddedCount(body)) return { result: "failed" };
    if (ageSeconds(response) > oldestSeconds) return { result: "failed" };
    const ageMs = ageSeconds(response) * 1_000;
    return { result: "received", counter: body, clock: clockOf(response, now()), ageMs };
  } catch (error) {
    if (signal.aborted) throw error;
    return { result: "failed" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

// Any proxy can send a 404; only the service's own has its error body.
function isNotShared(status: number, body: unknown): boolean {
  if (status !== 404 && status !== 410) return false;
  if (typeof body !== "object" || body === null) return false;
  return "error" in body && typeof body.error === "string";
}

// By hand: a schema library would be larger than the rest of the page.
function isEmbeddedCount(body: unknown): body is EmbeddedCount {
  if (typeof body !== "object" || body === null) return false;
  const fields: Partial<Record<keyof EmbeddedCount, unknown>> = body;
  const { name, count, goalTarget, capacity, updatedAt } = fields;
  return (
    typeof name === "string" &&
    // 1e400 is JSON, and infinite.
    Number.isFinite(count) &&
    (goalTarget === null || Number.isFinite(goalTarget)) &&
    (capacity === undefined || capacity === null || Number.isFinite(capacity)) &&
    typeof updatedAt === "string" &&
    // Strings of this form can be compared as they are.
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(updatedAt) &&
    Number.isFinite(Date.parse(updatedAt))
  );
}

function clockOf(response: Response, hereMs: number): ClockReading {
  const sentMs = Date.parse(response.headers.get("date") ?? "");
  const serviceMs = Number.isNaN(sentMs) ? hereMs : sentMs + ageSeconds(response) * 1_000;
  return { serviceMs, hereMs };
}

// An Age that is not a number of seconds is ignored (RFC 9111 §5.1).
function ageSeconds({ headers }: Response): number {
  const age = headers.get("age") ?? "";
  return /^\d+$/.test(age) ? Number(age) : 0;
}
