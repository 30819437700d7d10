import type { EndpointKey, StoredEndpoint } from "../endpoint.ts";
import type { ManageEndpointsPorts } from "../manage-endpoints.ts";
import { withPause } from "../pauses.ts";
import { type ChangedBy, endpointEntry } from "./endpoint-audit.ts";

type Ports = Pick<ManageEndpointsPorts, "endpointRegistry" | "now">;

export type PauseResult =
  /** Also where it was so before; `changed` says whether. */
  | { result: "paused" | "resumed"; endpoint: StoredEndpoint; changed: boolean }
  | { result: "no_such_endpoint" };

/**
 * Pauses an endpoint: what is counted from now on is not sent to it, and a retry that falls due ends
 * as paused. An attempt under way goes on.
 */
export async function pauseEndpoint(
  { endpointRegistry, now }: Ports,
  key: EndpointKey,
  by?: ChangedBy,
): Promise<PauseResult> {
  const changed = await endpointRegistry.change(key, (before) => {
    if (before.pausedAt !== undefined) return { after: before };
    const after = { ...before, pausedAt: new Date(now()).toISOString() };
    return { after, entry: endpointEntry(by, { action: "endpoint.pause", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "paused", endpoint: after, changed: before.pausedAt === undefined };
}

/** Resumes an endpoint from the next event on; what the pause held back waits for a recovery. */
export async function resumeEndpoint(
  { endpointRegistry, now }: Ports,
  key: EndpointKey,
  by?: ChangedBy,
): Promise<PauseResult> {
  const changed = await endpointRegistry.change(key, (before) => {
    const { pausedAt: from, ...rest } = before;
    if (from === undefined) return { after: before };
    const to = new Date(now()).toISOString();
    const after = { ...rest, pauses: withPause(before.pauses ?? [], { from, to }) };
    return { after, entry: endpointEntry(by, { action: "endpoint.resume", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "resumed", endpoint: after, changed: before.pausedAt !== undefined };
}
