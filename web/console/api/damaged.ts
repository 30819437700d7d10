import { useSyncExternalStore } from "react";
import { damagedItemsIn } from "../../../api/private/damaged-items.ts";

interface DamagedItem {
  table: string;
  id: string;
}

const none: DamagedItem[] = [];
const known = new Map<string, DamagedItem[]>();
const listeners = new Set<() => void>();

/** What responses have left out, by organization, since the page was loaded. */
export const damaged = {
  note({ organizationId }: { organizationId?: string }, header: string | null = null): void {
    if (organizationId === undefined || header === null) return;
    const before = known.get(organizationId) ?? none;
    const isKnown = ({ table, id }: DamagedItem) =>
      before.some((one) => one.table === table && one.id === id);
    const added = damagedItemsIn(header).filter((item) => !isKnown(item));
    if (added.length === 0) return;
    known.set(organizationId, [...before, ...added]);
    for (const listener of listeners) listener();
  },
};

export function useDamaged(organizationId: string): DamagedItem[] {
  return useSyncExternalStore(subscribe, () => known.get(organizationId) ?? none);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
