import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { Foreign } from "./foreign.tsx";

/** As long as the row's color takes to fade. */
const shownMs = 4_000;

let createdId: string | undefined;
const listeners = new Set<() => void>();

/** Says that something was done. */
export function toast(message: ReactNode): void {
  notifications.show({ message });
}

/** Says that something was created, and highlights it wherever it is listed. */
export function showCreated(id: string, message: ReactNode): void {
  toast(message);
  set(id);
  setTimeout(() => createdId === id && set(undefined), shownMs);
}

/** What is said of a thing with a name. */
export function wasCreated(name: string): ReactNode {
  return (
    <>
      <Foreign>{name}</Foreign> was created.
    </>
  );
}

/** The class of a row, which highlights it while it is new. */
export function useCreatedClass(id: string): string | undefined {
  const isNew = useSyncExternalStore(subscribe, () => createdId === id);
  return isNew ? "created" : undefined;
}

function set(id: string | undefined): void {
  createdId = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
