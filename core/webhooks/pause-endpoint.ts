import type { ChangedBy } from "../members/changed-by.ts";
import type { EndpointKey, StoredEndpoint } from "./endpoint.ts";
import { type EndpointAuditPorts, endpointAudit } from "./endpoint-audit.ts";
import { watchAfter } from "./endpoint-health.ts";
import type { ManageEndpointsPorts } from "./manage-endpoints.ts";

type Ports = Pick<ManageEndpointsPorts, "endpointRegistry"> & EndpointAuditPorts;

export type PauseResult =
  /** Also where it was so before; `changed` says whether. */
  | { result: "paused" | "resumed"; endpoint: StoredEndpoint; changed: boolean }
  | { result: "no_such_endpoint" }
  | { result: "forbidden" };

/**
 * Pauses an endpoint: deliveries that are due from now on, first attempts and retries, end as
 * `paused`. An attempt under way goes on.
 */
export async function pauseEndpoint(
  ports: Ports,
  key: EndpointKey,
  by: ChangedBy,
): Promise<PauseResult> {
  const changed = await ports.endpointRegistry.change(key, (before) => {
    if (before.pausedAt !== undefined) return { after: before };
    const nowMs = ports.now();
    const pausedAt = new Date(nowMs).toISOString();
    const after = { ...before, pausedAt, ...watchAfter(nowMs) };
    return { after, audit: endpointAudit(ports, by, { action: "endpoint.pause", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "paused", endpoint: after, changed: before.pausedAt === undefined };
}

/** Resumes an endpoint: what is still queued is sent, what ended as `paused` waits for a recovery. */
export async function resumeEndpoint(
  ports: Ports,
  key: EndpointKey,
  by: ChangedBy,
): Promise<PauseResult> {
  const changed = await ports.endpointRegistry.change(key, (before) => {
    const { pausedAt, ...resumed } = before;
    if (pausedAt === undefined) return { after: before };
    const after = { ...resumed, ...watchAfter(ports.now()) };
    return { after, audit: endpointAudit(ports, by, { action: "endpoint.resume", before, after }) };
  });
  if (changed.result !== "changed") return changed;
  const { before, after } = changed;
  return { result: "resumed", endpoint: after, changed: before.pausedAt !== undefined };
}
