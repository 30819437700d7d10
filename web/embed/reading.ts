import type { EmbeddedCounter } from "../../core/embeds/format-count.ts";

/** What one request to the service found. */
export type Reading =
  | { outcome: "seen"; view: EmbeddedCounter; clock: Clock }
  | { outcome: "failed" }
  | { outcome: "ended" };

/** The service's time at a moment of this machine's own clock. */
export interface Clock {
  serviceMs: number;
  hereMs: number;
}

/** Of two estimates the later: an answer may be older than its Date and Age say, never newer. */
export function laterClock(known: Clock | undefined, read: Clock): Clock {
  const ahead = ({ serviceMs, hereMs }: Clock) => serviceMs - hereMs;
  return known !== undefined && ahead(known) > ahead(read) ? known : read;
}

/** An answer that takes longer is worth no more than the next one. */
const timeoutMs = 3_000;

/** A cache that gives out what is older cannot reach the service. */
const oldestSeconds = 5;

/** Reads the public JSON of a session; fails only when the signal ends it. */
export async function readLiveView(
  source: string,
  signal: AbortSignal,
  now: () => number,
): Promise<Reading> {
  const deadline = new AbortController();
  const abort = () => deadline.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener("abort", abort);
  try {
    // No header beside the browser's own: with one, every look would ask for permission first.
    const response = await fetch(source, {
      signal: deadline.signal,
      credentials: "omit",
      redirect: "error",
    });
    const body: unknown = await response.json();
    if (isRefusal(response.status, body)) return { outcome: "ended" };
    if (!response.ok || !isLiveView(body)) return { outcome: "failed" };
    if (ageSeconds(response) > oldestSeconds) return { outcome: "failed" };
    return { outcome: "seen", view: body, clock: clockOf(response, now()) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { outcome: "failed" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

// Anything on the way can say 404; only the service's own has its error body.
function isRefusal(status: number, body: unknown): boolean {
  if (status !== 404 && status !== 410) return false;
  if (typeof body !== "object" || body === null) return false;
  return "error" in body && typeof body.error === "string";
}

// By hand, because a schema library would be larger than all the rest of the page.
function isLiveView(body: unknown): body is EmbeddedCounter {
  if (typeof body !== "object" || body === null) return false;
  const { name, count, goalTarget, updatedAt }: Partial<Record<keyof EmbeddedCounter, unknown>> =
    body;
  return (
    typeof name === "string" &&
    // 1e400 is JSON, and infinite.
    Number.isFinite(count) &&
    (goalTarget === null || Number.isFinite(goalTarget)) &&
    typeof updatedAt === "string" &&
    // Such texts can be compared as they are.
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(updatedAt) &&
    Number.isFinite(Date.parse(updatedAt))
  );
}

function clockOf(response: Response, hereMs: number): Clock {
  const sentMs = Date.parse(response.headers.get("date") ?? "");
  const serviceMs = Number.isNaN(sentMs) ? hereMs : sentMs + ageSeconds(response) * 1_000;
  return { serviceMs, hereMs };
}

// What is no number of seconds is no age (RFC 9111 §5.1).
function ageSeconds({ headers }: Response): number {
  const age = headers.get("age") ?? "";
  return /^\d+$/.test(age) ? Number(age) : 0;
}
