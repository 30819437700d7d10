import { useQueryClient } from "@tanstack/react-query";
import type { AdjustedCounter, CounterView } from "../../../api/private/counters.ts";
import { newFormId } from "../api/clock.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { undoToast } from "../shell/undo-toast.tsx";
import { putCounter } from "./counter-queries.ts";

/** Shows a counter that was adjusted as it is now, says what was done, and offers to undo it. */
export function useAdjustedNotice() {
  const { id: organizationId } = useOrganization();
  const queryClient = useQueryClient();

  function show(counter: CounterView): void {
    putCounter(queryClient, organizationId, counter);
    void queryClient.invalidateQueries({ queryKey: ["chart", organizationId] });
  }

  async function undo({ id, lastEventId, previousCount }: AdjustedCounter): Promise<void> {
    const undone = await change(
      "POST /api/setup/{organizationId}/counters/{counterId}/adjust",
      { organizationId, counterId: id },
      { formId: newFormId(), to: previousCount, seenEventId: lastEventId, undoes: true },
    );
    show(undone);
    toast(
      <>
        <bdi translate="no">{undone.name}</bdi> is set to {formatExact(previousCount)} again.
      </>,
    );
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

/** Also after a request whose response was lost: what the form has done, not what the count is by now. */
function Done({ adjusted }: { adjusted: AdjustedCounter }) {
  const { name, previousCount, setTo } = adjusted;
  return (
    <>
      <bdi translate="no">{name}</bdi>{" "}
      {setTo === previousCount
        ? `was at ${formatExact(setTo)} already. Nothing was changed.`
        : `is set to ${formatExact(setTo)}. It was at ${formatExact(previousCount)}.`}
    </>
  );
}
