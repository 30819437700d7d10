import { useRef, useState } from "react";
import type { RecoverPart } from "../../../api/private/deliveries.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";

export interface RecoveryProgress {
  step: "idle" | "counting" | "counted" | "sending" | "sent" | "stopped";
  found: number;
  resent: number;
  /** How many there were when they were counted. */
  total: number;
  leftOut: RecoverPart["leftOut"];
  error: unknown;
}

const idle: RecoveryProgress = {
  step: "idle",
  found: 0,
  resent: 0,
  total: 0,
  leftOut: [],
  error: null,
};

/**
 * A recovery as a row of bounded requests, each of which says where the next one begins. One that
 * fails or is stopped leaves nothing half done: what was not sent is found again.
 */
export function useRecovery(endpointId: string) {
  const { id } = useOrganization();
  const [run, setRun] = useState(idle);
  const isStopped = useRef(false);

  async function start({ since, dryRun }: { since: string; dryRun: boolean }): Promise<void> {
    isStopped.current = false;
    let state: RecoveryProgress = {
      ...idle,
      step: dryRun ? "counting" : "sending",
      total: dryRun ? 0 : run.found,
    };
    setRun(state);
    try {
      let startedAt: string | null = null;
      for (let from: string | null | undefined; from !== null && !isStopped.current; ) {
        const body = {
          ...{ since, dryRun },
          ...(from !== undefined && { from }),
          ...(startedAt !== null && { startedAt }),
        };
        const part: RecoverPart = await change(
          "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover",
          { organizationId: id, endpointId },
          body,
        );
        state = {
          ...state,
          found: state.found + part.found,
          resent: state.resent + part.resent,
          leftOut: [...state.leftOut, ...part.leftOut],
        };
        setRun(state);
        ({ next: from, startedAt } = part);
      }
      const done = dryRun ? "counted" : "sent";
      setRun({ ...state, step: isStopped.current ? (dryRun ? "idle" : "stopped") : done });
    } catch (error) {
      setRun({ ...state, step: dryRun ? "idle" : "stopped", error });
    }
  }

  return {
    run,
    start,
    stop: () => {
      isStopped.current = true;
    },
    reset: () => setRun(idle),
  };
}
