import { useQueryClient } from "@tanstack/react-query";
import type { CounterEdit, CounterView } from "../../../api/private/counters.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { hideUndoToast, undoToast } from "../shell/undo-toast.tsx";
import { putCounter } from "./counter-queries.ts";

/** What can be done with a counter at once: lock, unlock, archive and restore. */
export function useCounterActions() {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const at = (counter: CounterView) => ({ organizationId: id, counterId: counter.id });

  async function edit(counter: CounterView, body: CounterEdit): Promise<void> {
    const key = "PATCH /api/setup/{organizationId}/counters/{counterId}";
    putCounter(queryClient, id, await change(key, at(counter), body));
  }

  async function setLocked(counter: CounterView, locked: boolean): Promise<void> {
    await edit(counter, { settings: { locked }, seen: { locked: counter.locked } });
  }

  async function restore(counter: CounterView, groupId: string | null = null): Promise<void> {
    const key = "POST /api/setup/{organizationId}/counters/{counterId}/restore";
    const restored = await change(key, at(counter));
    putCounter(queryClient, id, restored);
    hideUndoToast(archivedNotice(counter));
    toast(
      <>
        <Foreign>{counter.name}</Foreign> is restored.
      </>,
    );
    if (groupId !== null) await edit(restored, { settings: { groupId }, seen: { groupId: null } });
  }

  async function archive(counter: CounterView): Promise<void> {
    const key = "POST /api/setup/{organizationId}/counters/{counterId}/archive";
    const archived = await change(key, at(counter));
    putCounter(queryClient, id, archived);
    const { leftGroupId, pausedAlerts } = archived;
    undoToast({
      id: archivedNotice(counter),
      message: (
        <>
          <Foreign>{counter.name}</Foreign> is archived.
          {pausedAlerts > 0 && " Its alerts are paused, and stay paused if it is restored."}
        </>
      ),
      undo: () => restore(archived, leftGroupId),
    });
  }

  return {
    setLocked: (counter: CounterView, locked: boolean) => orSay(setLocked(counter, locked)),
    archive: (counter: CounterView) => orSay(archive(counter)),
    restore: (counter: CounterView) => orSay(restore(counter)),
  };
}

/** The id of the notification that offers to undo; it ends when the counter is restored elsewhere. */
function archivedNotice({ id }: CounterView): string {
  return `archived ${id}`;
}

/** Whether an action worked; otherwise it says why not, and never throws. */
async function orSay(action: Promise<void>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
