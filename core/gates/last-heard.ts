import type { Clock } from "../clock.ts";
import { keepNewest } from "../keep-newest.ts";
import type { Gate, GateKey } from "./gate.ts";

/** Stores when a gate was used, if it exists and was not used since `before`. */
export type RecordHeard = (key: GateKey, times: { at: string; before: string }) => Promise<void>;

/** How far the stored time may lag behind. */
const heardMs = 600_000;

/** The most gates that an instance keeps in mind. */
const maximumGates = 1_000;

/**
 * Records when devices use gates, for each gate about once in ten minutes whatever is counted there. An
 * instance tries once in this time, also where the record fails: nobody who counts waits for it again.
 */
export function heardGates(
  record: RecordHeard,
  clock: Pick<Clock, "now">,
  onFailure: (error: unknown) => void,
): (gate: Gate) => Promise<void> {
  const tried = new Map<string, number>();

  return async ({ organizationId, id: gateId, lastHeardAt = "" }) => {
    const nowMs = clock.now();
    const before = new Date(nowMs - heardMs).toISOString();
    const triedMs = tried.get(gateId) ?? Number.NEGATIVE_INFINITY;
    if (lastHeardAt > before || nowMs - triedMs < heardMs) return;
    keepNewest(tried, [gateId, nowMs], maximumGates);
    const at = new Date(nowMs).toISOString();
    await record({ organizationId, gateId }, { at, before }).catch(onFailure);
  };
}
