import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DeletionProgress } from "../../../api/private/deletion.ts";
import { type DeletionPart, deletionParts } from "../../../core/data/deletion-parts.ts";
import { changePart, ServiceError } from "../api/private-api.ts";
import { useStop } from "../dialogs/use-stop.ts";

/** Under which a deletion that has begun on this page is kept. */
export function deletionKey(organizationId: string): string[] {
  return [organizationId, "deletion"];
}

/** A deletion that this page has begun. */
export interface BegunDeletion {
  name: string;
  progress: DeletionProgress;
}

export interface DeletionSteps {
  /** Undefined once it is over. */
  part: DeletionPart | undefined;
  /** How many items this page has seen go. */
  removed: number;
  error: unknown;
  again: () => void;
}

/** Asks for step after step until the deletion is over, and says how far it is. */
export function useDeletion(organizationId: string, begun: DeletionProgress | undefined) {
  const [progress, setProgress] = useState<DeletionProgress>(begun ?? firstStep);
  const [removed, setRemoved] = useState(begun?.state === "unfinished" ? begun.removed : 0);
  const { isStopped } = useStop();
  const { mutate, error } = useMutation({
    mutationFn: () => {
      isStopped.current = false;
      return nextStep(organizationId, isStopped);
    },
    onSuccess: (next) => {
      if (next.state === "unfinished") setRemoved((before) => before + next.removed);
      // A new object each time: the effect below goes on with it.
      setProgress({ ...next });
    },
  });
  useEffect(() => {
    if (progress.state === "unfinished") mutate();
  }, [progress, mutate]);
  const part = progress.state === "unfinished" ? progress.part : undefined;
  return { part, removed, error, again: () => mutate() } satisfies DeletionSteps;
}

const firstStep: DeletionProgress = { state: "unfinished", part: deletionParts[0], removed: 0 };

/**
 * 404 means that another run has finished: its members are removed. People without another
 * organization are signed out.
 */
async function nextStep(
  organizationId: string,
  isStopped: { current: boolean },
): Promise<DeletionProgress> {
  try {
    const key = "POST /api/deletion/{organizationId}/steps";
    return await changePart(isStopped, key, { organizationId });
  } catch (error) {
    if (isGone(error)) return { state: "deleted" };
    throw error;
  }
}

/** Whether a response says that the organization, or the person with it, has been deleted. */
export function isGone(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 404 || error.status === 401);
}
