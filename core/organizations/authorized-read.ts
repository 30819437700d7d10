import type { RateLimitStatus } from "./rate-limit.ts";

export type Admission =
  | { outcome: "admitted"; keyId: string; organizationId: string; rateLimit: RateLimitStatus }
  | { outcome: "rate_limited"; keyId: string; rateLimit: RateLimitStatus }
  | { outcome: "plan_required"; keyId: string }
  | { outcome: "unknown_key" };

/** The authority for every request: one conditional write that also counts the request. */
export interface AdmissionDesk {
  admit(keyHash: string, nowMs: number): Promise<Admission>;
}

export type KeyMemory = Map<string, string>;

/** Reads what an organization may see; the signal fires when the result is no longer wanted. */
export type Read<Data> = (organizationId: string, signal: AbortSignal) => Promise<Data>;

export type Access<Data> =
  | { admission: Extract<Admission, { outcome: "admitted" }>; data: Promise<Data> }
  | { admission: Exclude<Admission, { outcome: "admitted" }> };

const rememberedKeys = 1_000;

/**
 * Admits a key and reads its organization's data. For a key admitted here before, the read starts
 * beside the admission instead of behind it; its result is used only if the admission agrees.
 */
export async function readWithKey<Data>(
  desk: AdmissionDesk,
  memory: KeyMemory,
  request: { keyHash: string; nowMs: number; read: Read<Data> },
): Promise<Access<Data>> {
  const speculation = speculate(memory.get(request.keyHash), request.read);
  const admission = await desk.admit(request.keyHash, request.nowMs).catch((cause) => {
    speculation?.abandon();
    throw cause;
  });
  if (admission.outcome !== "admitted") {
    // A refused key must not go on costing reads, so the next attempt starts without one.
    memory.delete(request.keyHash);
    speculation?.abandon();
    return { admission };
  }
  remember(memory, request.keyHash, admission.organizationId);
  if (speculation?.organizationId === admission.organizationId) {
    return { admission, data: speculation.data };
  }
  speculation?.abandon();
  return { admission, data: request.read(admission.organizationId, neverAborted) };
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
  // Until somebody awaits the data, its failure has no listener and would end the process.
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
