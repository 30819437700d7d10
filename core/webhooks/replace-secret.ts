import type { ChangedBy } from "../members/changed-by.ts";
import type { EndpointKey, StoredEndpoint } from "./endpoint.ts";
import { type EndpointAuditPorts, endpointAudit } from "./endpoint-audit.ts";
import type { ManageEndpointsPorts } from "./manage-endpoints.ts";
import { newSigningSecret } from "./signing-secret.ts";

type Ports = Pick<ManageEndpointsPorts, "endpointRegistry"> & EndpointAuditPorts;

export type SecretRefusal = {
  /**
   * `next_exists`: a person has made the next secret already. `no_next`: there is none, or another
   * than the caller has seen.
   */
  result: "no_such_endpoint" | "next_exists" | "no_next" | "forbidden";
};

/**
 * Makes the next secret of an endpoint and returns it, once. Nothing is signed with it until it is
 * activated, so the receiver has time to learn it.
 */
export async function makeNextSecret(
  ports: Ports & Pick<ManageEndpointsPorts, "sealSecret">,
  key: EndpointKey,
  by: ChangedBy,
): Promise<{ result: "made"; endpoint: StoredEndpoint; secret: string } | SecretRefusal> {
  // Looked up first: nothing is sealed for an endpoint that does not exist.
  if ((await ports.endpointRegistry.get(key)) === undefined) return { result: "no_such_endpoint" };
  const secret = newSigningSecret();
  const sealed = await ports.sealSecret(secret, key);
  const changed = await ports.endpointRegistry.change(key, (before) => {
    if (before.nextSecret !== undefined) return { refused: { result: "next_exists" as const } };
    const nextSecret = { ...sealed, madeAt: new Date(ports.now()).toISOString() };
    const after = { ...before, nextSecret };
    return {
      after,
      audit: endpointAudit(ports, by, { action: "endpoint.replace-secret", before, after }),
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
  ports: Ports,
  key: EndpointKey,
  seen: SeenSecret,
  by: ChangedBy,
): Promise<EndedSecret> {
  return await ports.endpointRegistry.change(key, (before) => {
    const { nextSecret, ...rest } = before;
    if (!isMeant(nextSecret, seen)) return { refused: { result: "no_next" as const } };
    const { sealedSecret, wrappedKey } = nextSecret;
    const after = { ...rest, sealedSecret, wrappedKey };
    return {
      after,
      audit: endpointAudit(ports, by, { action: "endpoint.activate-secret", before, after }),
    };
  });
}

/** Forgets the next secret; the endpoint keeps the one that it has. */
export async function discardNextSecret(
  ports: Ports,
  key: EndpointKey,
  seen: SeenSecret,
  by: ChangedBy,
): Promise<EndedSecret> {
  return await ports.endpointRegistry.change(key, (before) => {
    const { nextSecret, ...after } = before;
    if (!isMeant(nextSecret, seen)) return { refused: { result: "no_next" as const } };
    return {
      after,
      audit: endpointAudit(ports, by, { action: "endpoint.discard-secret", before, after }),
    };
  });
}

function isMeant(
  next: StoredEndpoint["nextSecret"],
  { madeAt }: SeenSecret,
): next is NonNullable<StoredEndpoint["nextSecret"]> {
  return next !== undefined && (madeAt === undefined || next.madeAt === madeAt);
}
