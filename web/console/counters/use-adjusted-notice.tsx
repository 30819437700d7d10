import { useQueryClient } from "@tanstack/react-query";
import type { AdjustedCounter, CounterView } from "../../../api/private/counters.ts";
import { newFormId } from "../api/clock.ts";
import { change, ServiceError } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { undoToast } from "../shell/undo-toast.tsx";
import { putCounter, readCounter } from "./counter-queries.ts";

const route = "POST /api/setup/{organizationId}/counters/{counterId}/adjust";

/** How often an undo is tried on a counter that is counted on all the time. */
const undoAttempts = 6;

/** Shows a counter that was adjusted as it is now, says what was done, and offers to undo it. */
export function useAdjustedNotice() {
  const { id: organizationId } = useOrganization();
  const queryClient = useQueryClient();

  function show(counter: CounterView): void {
    putCounter(queryClient, organizationId, counter);
    void queryClient.invalidateQueries({ queryKey: ["chart", organizationId] });
  }

  /** Takes the difference back: what was counted meanwhile stays. */
  async function undo({ id, lastEventId, previousCount, setTo }: AdjustedCounter): Promise<void> {
    let seen: Pick<CounterView, "count" | "lastEventId"> = { count: setTo, lastEventId };
    for (let left = undoAttempts; ; left -= 1) {
      const to = seen.count - setTo + previousCount;
      const body = { formId: newFormId(), to, seenEventId: seen.lastEventId, undoes: true };
      try {
        const undone = await change(route, { organizationId, counterId: id }, body);
        show(undone);
        return toast(<Undone name={undone.name} to={to} wasCounted={to !== previousCount} />);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 409 || left === 1) throw error;
        const now = await readCounter(organizationId, id);
        if (now === undefined) throw error;
        seen = now;
      }
    }
  }

  return (adjusted: AdjustedCounter): void => {
    show(adjusted);
    const message = <Done adjusted={adjusted} />;
    // After a repeated request nobody knows whether its event is still the newest.
    if (adjusted.result !== "adjusted") toast(message);
    else
      undoToast({
        id: `adjusted ${adjusted.id}`,
        message,
        undo: () => void undo(adjusted).catch(showError),
      });
  };
}

function Undone(props: { name: string; to: number; wasCounted: boolean }) {
  const { name, to, wasCounted } = props;
  return (
    <>
      <Foreign>{name}</Foreign> is set to {formatExact(to)}
      {wasCounted ? ": what was counted meanwhile stays." : " again."}
    </>
  );
}

/** Also after a request whose response was lost: what the form has done, not what the count is by now. */
function Done({ adjusted }: { adjusted: AdjustedCounter }) {
  const { name, previousCount, setTo } = adjusted;
  return (
    <>
      <Foreign>{name}</Foreign>{" "}
      {setTo === previousCount
        ? `was at ${formatExact(setTo)} already. Nothing was changed.`
        : `is set to ${formatExact(setTo)}. It was at ${formatExact(previousCount)}.`}
    </>
  );
}
