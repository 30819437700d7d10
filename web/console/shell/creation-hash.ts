import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";

/** The hash of a list's URL with which the dialog opens that creates an entry of it. */
export const creationHash = "create";

/** Opens the dialog of a list for whoever comes to create something. */
export function useCreationHash(open: () => void, may = true): void {
  useDialogHash(creationHash, open, may);
}

/** Opens the dialog that a hash names; the URL forgets it at once. */
export function useDialogHash(wanted: string, open: () => void, may = true): void {
  // Not of where the router is going: a page that is left must not open a dialog of its own.
  const hash = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash });
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== wanted || !may) return;
    open();
    void navigate({ to: ".", search: true, hash: "", replace: true });
  }, [hash, wanted, may, open, navigate]);
}
