import type { RateLimitStatus } from "./rate-limit.ts";

export type Authorization =
  | { result: "authorized"; keyId: string; organizationId: string; rateLimit: RateLimitStatus }
  | { result: "rate_limited"; keyId: string; rateLimit: RateLimitStatus }
  | { result: "plan_required"; keyId: string }
  | { result: "unknown_key" };

/** Decides on every request, with one conditional write that also counts it. */
export interface ApiKeyAuthorizer {
  authorize(keyHash: string, nowMs: number): Promise<Authorization>;
}

export type KeyMemory = Map<string, string>;

/** Reads what an organization may see; the signal fires when the result is no longer wanted. */
export type Read<Data> = (organizationId: string, signal: AbortSignal) => Promise<Data>;

export type Access<Data> =
  | { authorization: Extract<Authorization, { result: "authorized" }>; data: Promise<Data> }
  | { authorization: Exclude<Authorization, { result: "authorized" }> };

const rememberedKeys = 1_000;

/**
 * Authorizes a key and reads its organization's data. For a key that was authorized here before,
 * the read starts at the same time as the authorization; its result is used only if the
 * authorization confirms the organization.
 */
export async function authorizedRead<Data>(
  authorizer: ApiKeyAuthorizer,
  memory: KeyMemory,
  request: { keyHash: string; nowMs: number; read: Read<Data> },
): Promise<Access<Data>> {
  const speculation = speculate(memory.get(request.keyHash), request.read);
  const authorization = await authorizer
    .authorize(request.keyHash, request.nowMs)
    .catch((cause) => {
      speculation?.abandon();
      throw cause;
    });
  if (authorization.result !== "authorized") {
    // A refused key must not go on costing reads, so the next attempt starts without one.
    memory.delete(request.keyHash);
    speculation?.abandon();
    return { authorization };
  }
  remember(memory, request.keyHash, authorization.organizationId);
  if (speculation?.organizationId === authorization.organizationId) {
    return { authorization, data: speculation.data };
  }
  speculation?.abandon();
  return { authorization, data: request.read(authorization.organizationId, neverAborted) };
}

interface Speculation<Data> {
  organizationId: string;
  data: Promise<Data>;
  abandon(): void;
}

function speculate<Data>(
  organizationId: string | undefined,
  read: Read<Data>,
): Speculation<Data> | undefined {
  if (organizationId === undefined) return undefined;
  const abort = new AbortController();
  const data = read(organizationId, abort.signal);
  // Until the data is awaited, its failure has no listener and would end the process.
  data.catch(() => {});
  return { organizationId, data, abandon: () => abort.abort() };
}

function remember(memory: KeyMemory, keyHash: string, organizationId: string): void {
  memory.delete(keyHash);
  memory.set(keyHash, organizationId);
  const oldest = memory.keys().next();
  if (memory.size > rememberedKeys && !oldest.done) memory.delete(oldest.value);
}

const neverAborted = new AbortController().signal;
