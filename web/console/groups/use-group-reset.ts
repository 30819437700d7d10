import { useState } from "react";
import * as z from "zod";
import { GroupReset, GroupResetProgress } from "../../../api/private/groups.ts";
import { keep, readKept } from "../../browser/kept.ts";
import { newFormId } from "../api/clock.ts";
import { changePart } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useStop } from "../dialogs/use-stop.ts";
import { useSending } from "../forms/use-sending.ts";

/** A reset that has begun: its form, from where it goes on, and what it has come to. */
const BegunReset = z.object({
  ...GroupReset.shape,
  ...GroupResetProgress.omit({ next: true }).shape,
});
export type BegunReset = z.infer<typeof BegunReset>;

/**
 * Resets the counters of a group in a row of bounded requests. One that failed, was stopped or ended
 * with its page goes on where it was, in the same tab and with the same form: no counter is reset twice.
 */
export function useGroupReset(groupId: string, onDone: (done: BegunReset) => void) {
  const { id: organizationId, memberId } = useOrganization();
  const keptAs = `group-reset ${memberId} ${groupId}`;
  const [begun, setBegun] = useState(() => keptReset(keptAs));
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { isStopped, stop } = useStop();
  const { send, giveUp } = useSending();

  function proceed(state: BegunReset | undefined): void {
    keep("tab", keptAs, state ?? null);
    setBegun(state);
  }

  /** Sends one request; returns where the next one goes on, or undefined at the end. */
  async function step(state: BegunReset): Promise<BegunReset | undefined> {
    const { formId, reason, after, ...done } = state;
    const body = { formId, ...(reason && { reason }), ...(after && { after }) };
    const key = "POST /api/setup/{organizationId}/groups/{groupId}/reset";
    const at = { organizationId, groupId };
    const progress = await send((signal) => changePart(isStopped, key, at, body, signal));
    const sums = {
      adjusted: done.adjusted + progress.adjusted,
      unchanged: done.unchanged + progress.unchanged,
      outOfRange: done.outOfRange + progress.outOfRange,
    };
    if (progress.next !== null) return { ...body, ...sums, after: progress.next };
    proceed(undefined);
    onDone({ ...body, ...sums });
    return undefined;
  }

  async function run(reason: { reason?: string }): Promise<void> {
    isStopped.current = false;
    setIsRunning(true);
    setError(null);
    let state: BegunReset | undefined = begun ?? { formId: newFormId(), ...reason, ...nothing };
    try {
      while (state !== undefined && !isStopped.current) {
        proceed(state);
        state = await step(state);
      }
      if (state !== undefined) proceed(state);
    } catch (failure) {
      if (!isStopped.current) setError(failure);
    }
    setIsRunning(false);
  }

  return { begun, isRunning, error, run, stop, giveUp, forget: () => proceed(undefined) };
}

const nothing = { adjusted: 0, unchanged: 0, outOfRange: 0 };

function keptReset(keptAs: string): BegunReset | undefined {
  return BegunReset.safeParse(readKept("tab", keptAs)).data;
}
