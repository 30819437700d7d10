import { startTransition, useCallback, useMemo, useState } from "react";

/**
 * What is open of the dialogs of a page. They are drawn and removed after the press has been painted:
 * that takes longer than a press may on a slow device.
 */
export function useDialogState<State>(closed: State): [State, (next: State) => void] {
  const [state, setState] = useState(closed);
  const set = useCallback((next: State) => startTransition(() => setState(() => next)), []);
  return [state, set];
}

interface Opening {
  open(): void;
  close(): void;
}

/** Whether a dialog is open. */
export function useOpened(): [isOpen: boolean, opening: Opening] {
  const [isOpen, set] = useDialogState(false);
  const opening = useMemo(() => ({ open: () => set(true), close: () => set(false) }), [set]);
  return [isOpen, opening];
}
