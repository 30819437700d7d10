import { useSyncExternalStore } from "react";
import { outsiderCode } from "../../../api/private/conflict.ts";

/** Why the page can read and change nothing any more. */
export interface LostAccess {
  reason: "signed_out" | "removed" | "other_person";
  /** Of the organization that the person was removed from; null for what concerns all. */
  organizationId: string | null;
}

let lost: LostAccess | undefined;
const listeners = new Set<() => void>();

/** What is known already stays the same object: who has put it aside is not told again. */
function set(next: LostAccess | undefined): void {
  if (next?.reason === lost?.reason && next?.organizationId === lost?.organizationId) return;
  lost = next;
  for (const listener of listeners) listener();
}

/** What responses have said about the person's access; every request of the private API tells it. */
export const access = {
  set,

  /** The organization is the one in the path of the request, if there is one. */
  noteRefusal(
    { organizationId = null }: { organizationId?: string | null },
    { status, code }: { status: number; code: string | null },
  ): void {
    if (status === 401) set({ reason: "signed_out", organizationId: null });
    if (status === 404 && code === outsiderCode) set({ reason: "removed", organizationId });
  },

  /** Whether the page of this organization has lost its access, and why. */
  lostIn(organizationId: string): LostAccess | undefined {
    const isOther = lost?.organizationId !== null && lost?.organizationId !== organizationId;
    return isOther ? undefined : lost;
  },
};

export function useLostAccess(organizationId: string): LostAccess | undefined {
  return useSyncExternalStore(subscribe, () => access.lostIn(organizationId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
