import { useRef, useState } from "react";
import type { RecoverPart } from "../../../api/private/deliveries.ts";
import { changePart } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useStop } from "../dialogs/use-stop.ts";

export interface RecoveryProgress {
  step: "idle" | "counting" | "counted" | "sending" | "sent" | "stopped" | "failing";
  found: number;
  resent: number;
  /** How many there were when they were counted. */
  total: number;
  leftOut: RecoverPart["leftOut"];
  /** How the last ones failed again, where that stopped it. */
  failing: string | null;
  error: unknown;
}

const idle: RecoveryProgress = {
  step: "idle",
  found: 0,
  resent: 0,
  total: 0,
  leftOut: [],
  failing: null,
  error: null,
};

interface RecoveryRequest {
  since: string;
  dryRun: boolean;
  keepGoing?: boolean;
}

/** Where a recovery continues. */
interface RecoveryPosition {
  from?: string;
  startedAt?: string;
}

/**
 * A recovery as a series of bounded requests; each response says where the next one begins. One that
 * fails or is stopped leaves nothing half done: what was not sent is found again. The service keeps
 * the rate, and each delivery is sent once by one run.
 */
export function useRecovery(endpointId: string) {
  const { id } = useOrganization();
  const [run, setRun] = useState(idle);
  const [resumeAt, setResumeAt] = useState<RecoveryPosition>();
  const latestRun = useRef(0);
  const { isStopped, stop } = useStop();

  async function sendParts(
    begun: RecoveryProgress,
    wanted: RecoveryRequest,
    position: RecoveryPosition,
  ): Promise<void> {
    latestRun.current += 1;
    const runNumber = latestRun.current;
    isStopped.current = false;
    const { dryRun } = wanted;
    let state = begun;
    let { startedAt } = position;
    setRun(state);
    setResumeAt(undefined);
    try {
      for (
        let from: string | null | undefined = position.from;
        from !== null && !isStopped.current;
      ) {
        const body = {
          ...wanted,
          waiting: true,
          ...(from !== undefined && { from }),
          ...(startedAt !== undefined && { startedAt }),
        };
        const part: RecoverPart = await changePart(
          isStopped,
          "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/recover",
          { organizationId: id, endpointId },
          body,
        );
        // A newer run has replaced this one.
        if (runNumber !== latestRun.current) return;
        state = {
          ...state,
          found: state.found + part.found,
          resent: state.resent + part.resent,
          leftOut: [...state.leftOut, ...part.leftOut],
        };
        ({ next: from, startedAt } = part);
        if (part.failing) {
          setResumeAt(from === null ? undefined : { from, startedAt });
          return setRun({ ...state, step: "failing", failing: part.failing });
        }
        setRun(state);
      }
      const done = dryRun ? "counted" : "sent";
      setRun({ ...state, step: isStopped.current ? (dryRun ? "idle" : "stopped") : done });
    } catch (error) {
      if (runNumber !== latestRun.current) return;
      setRun({
        ...{ ...state, step: dryRun ? "idle" : "stopped" },
        error: isStopped.current ? null : error,
      });
    }
  }

  return {
    run,
    start: (wanted: RecoveryRequest) => {
      const { dryRun } = wanted;
      const total = dryRun ? 0 : run.found;
      const begun = { ...idle, step: dryRun ? ("counting" as const) : ("sending" as const), total };
      return sendParts(begun, wanted, {});
    },
    /** After it was stopped because deliveries fail again; undefined where nothing is left. */
    continueAnyway:
      resumeAt &&
      ((since: string) =>
        sendParts(
          { ...run, step: "sending", failing: null },
          { since, dryRun: false, keepGoing: true },
          resumeAt,
        )),
    stop,
  };
}
