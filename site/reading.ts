import type { LiveView } from "../core/live-view.ts";

/** What one request to the service found. */
export type Reading =
  | { outcome: "seen"; view: LiveView; clock: Clock }
  | { outcome: "failed" }
  | { outcome: "ended" };

/** The service's time at a moment of this machine's own clock. */
export interface Clock {
  serviceMs: number;
  hereMs: number;
}

/** Longer than any answer takes that will still come. */
const timeoutMs = 8_000;

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
    const response = await fetch(source, { signal: deadline.signal, credentials: "omit" });
    if (response.status === 404 || response.status === 410) return { outcome: "ended" };
    const body: unknown = response.ok ? await response.json() : undefined;
    if (!isLiveView(body)) return { outcome: "failed" };
    return { outcome: "seen", view: body, clock: clockOf(response, now()) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { outcome: "failed" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

// By hand, because a schema library would be larger than all the rest of the page.
function isLiveView(body: unknown): body is LiveView {
  if (typeof body !== "object" || body === null) return false;
  const { name, count, goalTarget, updatedAt }: Partial<Record<keyof LiveView, unknown>> = body;
  return (
    typeof name === "string" &&
    typeof count === "number" &&
    (goalTarget === null || typeof goalTarget === "number") &&
    typeof updatedAt === "string"
  );
}

function clockOf(response: Response, hereMs: number): Clock {
  const sentMs = Date.parse(response.headers.get("date") ?? "");
  const ageMs = Number(response.headers.get("age") ?? 0) * 1_000;
  return { serviceMs: Number.isNaN(sentMs) ? hereMs : sentMs + ageMs, hereMs };
}
