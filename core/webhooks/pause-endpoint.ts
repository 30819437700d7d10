import type { ChangedBy } from "../members/changed-by.ts";
import type { EndpointKey, StoredEndpoint } from "./endpoint.ts";
import { type EndpointAuditPorts, endpointAudit } from "./endpoint-audit.ts";
import type { ManageEndpointsPorts } from "./manage-endpoints.ts";
import { withPause } from "./pauses.ts";

type Ports = Pick<ManageEndpointsPorts, "endpointRegistry"> & EndpointAuditPorts;

export type PauseResult =
  /** Also where it was so before; `changed` says whether. */
  | { result: "paused" | "resumed"; endpoint: StoredEndpoint; changed: boolean }
  | { result: "no_such_endpoint" }
  | { result: "forbidden" };

/**
 * Pauses an endpoint: what is counted from now on is not sent to it, and a retry that falls due ends
 * as paused. An attempt under way goes on.
 */
export async function pauseEndpoint(
  ports: Ports,
  key: EndpointKey,
  by: ChangedBy,
): Promise<PauseResult> {
  const changed = await ports.endpointRegistry.change(key, (before) => {
    if (before.pausedAt !== undefined) return { after: before };
    const after = { ...before, pausedAt: new Date(ports.now()).toISOString() };
    return { after, audit: endpointAudit(ports, by, { action: "endpoint.pause", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "paused", endpoint: after, changed: before.pausedAt === undefined };
}

/** Resumes an endpoint from the next event on; what the pause held back waits for a recovery. */
export async function resumeEndpoint(
  ports: Ports,
  key: EndpointKey,
  by: ChangedBy,
): Promise<PauseResult> {
  const changed = await ports.endpointRegistry.change(key, (before) => {
    const { pausedAt: from, ...rest } = before;
    if (from === undefined) return { after: before };
    const to = new Date(ports.now()).toISOString();
    const after = { ...rest, pauses: withPause(before.pauses ?? [], { from, to }) };
    return { after, audit: endpointAudit(ports, by, { action: "endpoint.resume", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "resumed", endpoint: after, changed: before.pausedAt !== undefined };
}
