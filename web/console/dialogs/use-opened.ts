import { startTransition, useMemo, useState } from "react";

interface Opening {
  open(): void;
  close(): void;
}

/**
 * Whether a dialog is open. It is drawn and removed after the press has been painted: that takes longer
 * than a press may on a slow device.
 */
export function useOpened(): [isOpen: boolean, opening: Opening] {
  const [isOpen, setIsOpen] = useState(false);
  const opening = useMemo(() => {
    const set = (value: boolean) => startTransition(() => setIsOpen(value));
    return { open: () => set(true), close: () => set(false) };
  }, []);
  return [isOpen, opening];
}
