import { useQueryClient } from "@tanstack/react-query";
import type { AdjustedCounter, CounterView } from "../../../api/private/counters.ts";
import { newFormId } from "../api/clock.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { toast } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { undoToast } from "../shell/undo-toast.tsx";
import { putCounter } from "./counter-queries.ts";

const route = "POST /api/setup/{organizationId}/counters/{counterId}/adjust";

/** Shows a counter that was adjusted as it is now, says what was done, and offers to undo it. */
export function useAdjustedNotice() {
  const { id: organizationId } = useOrganization();
  const queryClient = useQueryClient();

  function show(counter: CounterView): void {
    putCounter(queryClient, organizationId, counter);
    void queryClient.invalidateQueries({ queryKey: ["chart", organizationId] });
  }

  async function undo(adjusted: AdjustedCounter, formId: string) {
    const { id, previousCount: to, setTo, adjustment } = adjusted;
    const body = { formId, to, undoes: { setTo, adjustment } };
    const undone = await change(route, { organizationId, counterId: id }, body);
    show(undone);
    toast(<Undone name={undone.name} to={undone.setTo} wasCounted={undone.setTo !== to} />);
  }

  return (adjusted: AdjustedCounter): void => {
    show(adjusted);
    const message = <Done adjusted={adjusted} />;
    // A repeated request names the last adjustment, which may be a later one: its undo would not notice that.
    const formId = newFormId();
    if (adjusted.result !== "adjusted") toast(message);
    else undoToast({ id: `adjusted ${adjusted.id}`, message, undo: () => undo(adjusted, formId) });
  };
}

function Undone(props: { name: string; to: number; wasCounted: boolean }) {
  const { name, to, wasCounted } = props;
  return (
    <>
      <Foreign>{name}</Foreign> is set to {formatExact(to)}
      {wasCounted ? ", which keeps what was counted meanwhile." : " again."}
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
