import type { Clock } from "../../core/clock.ts";
import type { IdentityProviderFacts } from "../../core/operations/identity-provider.ts";
import { failureOf } from "../sessions/openid-errors.ts";
import { discoverServer } from "../sessions/openid-metadata.ts";

/** Reads what an identity provider publishes about itself, as a sign-in does. */
export async function identityProviderFacts(
  issuer: string,
  clock: Pick<Clock, "now">,
): Promise<IdentityProviderFacts> {
  let date: string | null = null;
  try {
    const metadata = await discoverServer({
      issuer,
      clientId: "doctor",
      fetch: async (url, { headers, redirect, signal }) => {
        const response = await fetch(url, { headers, redirect, signal: signal ?? null });
        date = response.headers.get("date");
        return response;
      },
    });
    const aheadMs = date === null ? 0 : Date.parse(date) - clock.now();
    return { issuer, metadata, aheadSeconds: Math.round(aheadMs / 1_000) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { issuer, failure };
  }
}
