import { vi } from "vitest";

export interface Asked {
  method: string;
  path: string;
  body: unknown;
  etag: string | undefined;
}

/** What the service responds; an error body for a refusal. Undefined where no response comes. */
export type Scripted =
  | { status?: number; body?: unknown; etag?: string; retryAfter?: string; headers?: object }
  | undefined;

/** A service that responds as `respond` says; returns the requests, as they come. */
export function scriptedService(respond: (asked: Asked) => Scripted | Promise<Scripted>): Asked[] {
  const requests: Asked[] = [];
  const fetch = async (path: string, { method = "GET", headers, body }: RequestInit) => {
    const etag = new Headers(headers).get("if-none-match") ?? undefined;
    const asked = { method, path, body: body ? JSON.parse(String(body)) : undefined, etag };
    requests.push(asked);
    const reply = await respond(asked);
    if (reply === undefined) throw new TypeError("fetch failed");
    const status = reply.status ?? 200;
    const its = new Headers({ "content-type": "application/json", ...reply.headers });
    if (reply.etag !== undefined) its.set("etag", reply.etag);
    if (reply.retryAfter !== undefined) its.set("retry-after", reply.retryAfter);
    return { status, ok: status < 300, headers: its, json: async () => reply.body ?? {} };
  };
  vi.stubGlobal("fetch", fetch);
  return requests;
}

/** A response that comes when the test says so. */
export function later() {
  const { promise, resolve } = Promise.withResolvers<Scripted>();
  return { reply: promise, comes: resolve };
}
