import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod";
import type { CounterView } from "../../../api/private/counters.ts";
import { countersPerRedraw } from "../../../api/private/redraws.ts";
import { keep, readKept } from "../../browser/kept.ts";
import { changePart, read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useStop } from "../dialogs/use-stop.ts";

/** How far a run has come. Counters are taken in the order of their ids. */
const BegunRedraw = z.object({
  timeZone: z.string(),
  /** The last counter that is done; empty before the first. */
  after: z.string(),
  /** Of this counter, days down to this one are done. */
  next: z.object({ counterId: z.string(), from: z.string() }).nullable(),
  counters: z.int(),
  events: z.int(),
  /** Names of counters that only the operator can redraw. */
  skipped: z.array(z.string()),
});
type BegunRedraw = z.infer<typeof BegunRedraw>;

const nothing = { after: "", next: null, counters: 0, events: 0, skipped: [] };

type Named = Pick<CounterView, "id" | "name">;

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

  async function step(state: BegunRedraw, left: Named[]): Promise<BegunRedraw> {
    const named = left.slice(0, countersPerRedraw);
    const counterIds = named.map(({ id }) => id);
    const { next } = state;
    // One that was made since may come before the counter that is under way.
    const from = next?.counterId === counterIds[0] ? next?.from : undefined;
    const key = "POST /api/setup/{organizationId}/charts/redraw";
    const body = { counterIds, timeZone, ...(from !== undefined && { from }) };
    const progress = await changePart(isStopped, key, { organizationId }, body);
    const counterId = counterIds[progress.counters];
    const skipped = named.filter(({ id }) => progress.skipped.includes(id));
    return {
      timeZone,
      next: progress.from !== null && counterId ? { counterId, from: progress.from } : null,
      after: counterIds[progress.counters - 1] ?? state.after,
      counters: state.counters + progress.counters,
      events: state.events + progress.events,
      skipped: [...state.skipped, ...skipped.map(({ name }) => name)],
    };
  }

  async function run(): Promise<void> {
    isStopped.current = false;
    setIsRunning(true);
    setError(null);
    let state = begun ?? { ...nothing, timeZone };
    try {
      const list = await read("GET /api/setup/{organizationId}/counters", { organizationId });
      const counters = [...list.counters].sort((one, other) => (one.id < other.id ? -1 : 1));
      setAll(counters.length);
      const leftOf = ({ after }: BegunRedraw) => counters.filter(({ id }) => id > after);
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
      if (!isStopped.current) setError(failure);
    }
    setIsRunning(false);
    // Not read again in parts: a chart that is kept asks only for what came since.
    client.removeQueries({ queryKey: ["chart", organizationId] });
    for (const kind of ["usual", "report"])
      client.removeQueries({ queryKey: [organizationId, kind] });
  }

  return { begun, all, isDone, isRunning, error, run, stop };
}
