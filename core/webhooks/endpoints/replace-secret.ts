import type { EndpointKey, StoredEndpoint } from "../endpoint.ts";
import type { ManageEndpointsPorts } from "../manage-endpoints.ts";
import { newSigningSecret } from "../signing-secret.ts";
import { type ChangedBy, endpointEntry } from "./endpoint-audit.ts";

type Ports = Pick<ManageEndpointsPorts, "endpointRegistry" | "now" | "sealSecret">;

export type SecretRefusal = {
  /**
   * `next_exists`: somebody has made the next secret already. `no_next`: there is none, or another
   * than the caller has seen.
   */
  result: "no_such_endpoint" | "next_exists" | "no_next";
};

/**
 * Makes the next secret of an endpoint and returns it, once. Nothing is signed with it until it is
 * activated, so the receiver has time to learn it.
 */
export async function makeNextSecret(
  { endpointRegistry, now, sealSecret }: Ports,
  key: EndpointKey,
  by?: ChangedBy,
): Promise<{ result: "made"; endpoint: StoredEndpoint; secret: string } | SecretRefusal> {
  // Looked up first: nothing is sealed for an endpoint that does not exist.
  if ((await endpointRegistry.get(key)) === undefined) return { result: "no_such_endpoint" };
  const secret = newSigningSecret();
  const sealed = await sealSecret(secret, key);
  const changed = await endpointRegistry.change(key, (before) => {
    if (before.nextSecret !== undefined) return { refused: "next_exists" };
    const nextSecret = { ...sealed, madeAt: new Date(now()).toISOString() };
    const after = { ...before, nextSecret };
    return {
      after,
      entry: endpointEntry(by, { action: "endpoint.replace-secret", before, after }),
    };
  });
  if (changed.result !== "changed") return changed;
  return { result: "made", endpoint: changed.after, secret };
}

/** Which next secret is meant: the one made at this time, where the caller has seen one. */
export interface SeenSecret {
  madeAt?: string | undefined;
}

export type EndedSecret =
  | { result: "changed"; before: StoredEndpoint; after: StoredEndpoint }
  | SecretRefusal;

/** Signs with the next secret from now on, and forgets the one before. */
export async function activateNextSecret(
  { endpointRegistry }: Pick<Ports, "endpointRegistry">,
  key: EndpointKey,
  seen: SeenSecret = {},
  by?: ChangedBy,
): Promise<EndedSecret> {
  return await endpointRegistry.change(key, (before) => {
    const { nextSecret, ...rest } = before;
    if (!isMeant(nextSecret, seen)) return { refused: "no_next" };
    const { sealedSecret, wrappedKey } = nextSecret;
    const after = { ...rest, sealedSecret, wrappedKey };
    return {
      after,
      entry: endpointEntry(by, { action: "endpoint.activate-secret", before, after }),
    };
  });
}

/** Forgets the next secret; the endpoint keeps the one that it has. */
export async function discardNextSecret(
  { endpointRegistry }: Pick<Ports, "endpointRegistry">,
  key: EndpointKey,
  seen: SeenSecret = {},
  by?: ChangedBy,
): Promise<EndedSecret> {
  return await endpointRegistry.change(key, (before) => {
    const { nextSecret, ...after } = before;
    if (!isMeant(nextSecret, seen)) return { refused: "no_next" };
    return {
      after,
      entry: endpointEntry(by, { action: "endpoint.discard-secret", before, after }),
    };
  });
}

function isMeant(
  next: StoredEndpoint["nextSecret"],
  { madeAt }: SeenSecret,
): next is NonNullable<StoredEndpoint["nextSecret"]> {
  return next !== undefined && (madeAt === undefined || next.madeAt === madeAt);
}
