const listeners = new Set<() => void>();

/** Tells of changes that were sent and may have been made, because no response came. */
export const lostChanges = {
  note(): void {
    for (const listener of listeners) listener();
  },
  listen(listener: () => void): void {
    listeners.add(listener);
  },
};
