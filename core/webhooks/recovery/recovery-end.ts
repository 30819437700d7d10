import type { EndpointKey, StoredEndpoint } from "../endpoint.ts";
import { heldBackSinceMs } from "../pauses.ts";
import type { RefusedResend } from "../resend.ts";
import type { RecoveryPage } from "./recovery-page.ts";

export interface RecoveryEndPorts {
  /** Notes it unless a later time is noted, or the endpoint is gone. */
  recordPausesRecovered(key: EndpointKey, at: string): Promise<void>;
  now(): number;
}

/**
 * After the last part of a recovery of which no part has left anything: notes that pauses hold back
 * nothing more. One of events since a later time than that of the oldest pause notes nothing. Doing it
 * twice, or late, is harmless: only pauses that had ended when the recovery began count as recovered.
 */
export async function endRecovery(
  ports: RecoveryEndPorts,
  endpoint: StoredEndpoint,
  { sinceMs, startedAtMs }: { sinceMs: number; startedAtMs: number },
): Promise<void> {
  const nowMs = ports.now();
  const heldBackMs = heldBackSinceMs(endpoint, nowMs);
  if (heldBackMs === undefined || sinceMs > heldBackMs) return;
  const { organizationId, id: endpointId } = endpoint;
  const at = new Date(Math.min(startedAtMs, nowMs)).toISOString();
  await ports.recordPausesRecovered({ organizationId, endpointId }, at);
}

/** Whether a part leaves something that another recovery would send. */
export function leavesSome(
  { found, leftOut }: Pick<RecoveryPage, "found" | "leftOut">,
  { dryRun }: { dryRun: boolean },
): boolean {
  return dryRun ? found > 0 : leftOut.some(({ refused }) => isLeft(refused));
}

/** Others are on their way, arrived meanwhile, or can never be sent. */
export function isLeft({ reason }: Pick<RefusedResend, "reason">): boolean {
  return reason === "conflict";
}
