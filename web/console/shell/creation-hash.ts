import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** The hash of a list's URL with which the dialog opens that creates an entry of it. */
export const creationHash = "create";

/** Opens the dialog of a list for whoever comes to create something; the URL forgets it at once. */
export function useCreationHash(open: () => void, may = true): void {
  const hash = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== creationHash || !may) return;
    open();
    void navigate({ to: ".", search: true, hash: "", replace: true });
  }, [hash, may, open, navigate]);
}
