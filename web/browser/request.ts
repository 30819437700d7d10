import { damagedItemsHeader } from "../../api/private/damaged-items.ts";
import { retryAfterOf } from "./retry-after.ts";
import { timeoutSignal } from "./timeout-signal.ts";

/** What a request to the private API came to; it never throws. */
export type Reply<Body> =
  /** `damaged` is the header of what its lists leave out. */
  | { result: "ok"; body: Body; etag: string | null; tookMs: number; damaged?: string | null }
  /** `servedAt` is the Date header, to the second. */
  | { result: "unchanged"; servedAt: string | null; tookMs: number }
  | {
      result: "refused";
      status: number;
      message: string;
      /** Says more than the status, where the service sends one. */
      code: string | null;
      retryAfter: string | null;
      /** Of a form: the field at fault, such as "filter.counterIds", and what is wrong with it. */
      wrong?: { field: string; reason: string };
    }
  /** No response that the service would send: the network, a timeout, a 5xx, a captive portal. */
  | { result: "failed" };

export interface RequestOptions {
  /** Sent as JSON; without it the request is a GET. */
  body?: unknown;
  /** Of a request with a body; POST unless given. */
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  etag?: string | null;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Ends the request before its time: the person has given it up. */
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

export async function request<Body>(
  path: string,
  {
    body,
    method = "POST",
    etag,
    headers,
    timeoutMs = 10_000,
    signal,
    keepalive = false,
  }: RequestOptions = {},
): Promise<Reply<Body>> {
  const startedMs = performance.now();
  try {
    const response = await fetch(path, {
      method: body === undefined ? "GET" : method,
      cache: "no-store",
      redirect: "error",
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(etag && { "if-none-match": etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      keepalive,
      signal: timeoutSignal(timeoutMs, signal),
    });
    const { status, ok } = response;
    const tookMs = performance.now() - startedMs;
    if (status === 304) {
      return { result: "unchanged", servedAt: response.headers.get("date"), tookMs };
    }
    if (status >= 500 || status === 408) return { result: "failed" };
    if (!response.headers.get("content-type")?.startsWith("application/json")) {
      return { result: "failed" };
    }
    const content: unknown = await response.json();
    if (typeof content !== "object" || content === null) return { result: "failed" };
    if (ok) {
      const etag = response.headers.get("etag");
      const damaged = response.headers.get(damagedItemsHeader);
      return { result: "ok", body: content as Body, etag, tookMs, damaged };
    }
    const message = "error" in content ? String(content.error) : "";
    const code = "code" in content ? String(content.code) : null;
    const retryAfter = retryAfterOf(response.headers);
    const wrong = "field" in content &&
      "reason" in content && {
        wrong: { field: String(content.field), reason: String(content.reason) },
      };
    return { result: "refused", status, message, code, retryAfter, ...wrong };
  } catch {
    return { result: "failed" };
  }
}
