import type { Ask } from "../../core/operations/steps.ts";
import { shareTimeAmongAddresses } from "../address-patience.ts";

/** Asks over HTTP, as every client does. A request that takes longer has failed. */
export function askWithin(timeoutMs: number): Ask {
  shareTimeAmongAddresses(timeoutMs);
  return async (url, request) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, { ...request, redirect: "manual", signal });
      const { status, headers } = response;
      return { url, status, headers, body: await response.text() };
    } catch (error) {
      throw new Error(`${url} did not respond: ${causes(error)}`, { cause: error });
    }
  };
}

/** What fetch says is often less than its cause. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${causes(error.cause)}`;
}
