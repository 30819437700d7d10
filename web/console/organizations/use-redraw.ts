import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import { countersPerRedraw } from "../../../api/private/redraws.ts";
import { keep, readKept } from "../../browser/kept.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useStop } from "../dialogs/use-stop.ts";

/** How far a run has come. Counters are taken in the order of their ids. */
const BegunRedraw = z.object({
  timeZone: z.string(),
  /** The last counter that is done; empty before the first. */
  after: z.string(),
  /** Of the next counter, days down to this one are done. */
  from: z.string().nullable(),
  counters: z.int(),
  events: z.int(),
});
export type BegunRedraw = z.infer<typeof BegunRedraw>;

/**
 * Draws the charts of all counters anew in a row of bounded requests. One that failed or was stopped goes
 * on where it was, in the same tab; begun anew, it does all again, which changes nothing.
 */
export function useRedraw(timeZone: string) {
  const { id: organizationId, memberId } = useOrganization();
  const keptAs = `redraw ${memberId} ${organizationId}`;
  const [begun, setBegun] = useState(() => {
    const kept = BegunRedraw.safeParse(readKept("tab", keptAs)).data;
    return kept?.timeZone === timeZone ? kept : undefined;
  });
  const [all, setAll] = useState<number>();
  const [isDone, setIsDone] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { isStopped, stop } = useStop();
  const client = useQueryClient();

  async function step(state: BegunRedraw, left: string[]): Promise<BegunRedraw> {
    const counterIds = left.slice(0, countersPerRedraw);
    const { from } = state;
    const key = "POST /api/setup/{organizationId}/charts/redraw";
    const body = { counterIds, timeZone, ...(from !== null && { from }) };
    const progress = await change(key, { organizationId }, body);
    return {
      ...{ timeZone, from: progress.from },
      after: counterIds[progress.counters - 1] ?? state.after,
      counters: state.counters + progress.counters,
      events: state.events + progress.events,
    };
  }

  async function run(): Promise<void> {
    isStopped.current = false;
    setIsRunning(true);
    setError(null);
    let state = begun ?? { timeZone, after: "", from: null, counters: 0, events: 0 };
    try {
      const list = await read("GET /api/setup/{organizationId}/counters", { organizationId });
      const ids = list.counters.map(({ id }) => id).sort();
      setAll(ids.length);
      const leftOf = ({ after }: BegunRedraw) => ids.filter((id) => id > after);
      for (let left = leftOf(state); left.length > 0 && !isStopped.current; left = leftOf(state)) {
        state = await step(state, left);
        setBegun(state);
        keep("tab", keptAs, state);
      }
      if (leftOf(state).length === 0) {
        keep("tab", keptAs, null);
        setIsDone(true);
      }
    } catch (failure) {
      setError(failure);
    }
    setIsRunning(false);
    // Not read again in parts: a chart that is kept asks only for what came since.
    client.removeQueries({ queryKey: ["chart", organizationId] });
    for (const kind of ["usual", "report"])
      client.removeQueries({ queryKey: [organizationId, kind] });
  }

  return { begun, all, isDone, isRunning, error, run, stop };
}
