import { Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";

/** What last had the focus outside of dialogs and menus. */
let opener: HTMLElement | undefined;

/** Remembers from now on what opened a dialog. */
export function followFocus(page: Document): void {
  page.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest("[role=dialog], [role=menu]") === null) {
      opener = target;
    }
  });
}

interface DialogProps extends Omit<ModalProps, "opened" | "returnFocus"> {
  /** Fills the screen of a phone. */
  isTall?: boolean;
}

/**
 * A dialog that is open while it is in the tree. When it is removed, the focus returns to what
 * opened it, or into the dialog below it; Mantine's own dialogs do that only when they are told to
 * close.
 */
export function Dialog({ isTall = false, ...props }: DialogProps) {
  const isPhone = useMediaQuery("(max-width: 36em)");
  const [below] = useState(focusedInDialog);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const former = below?.isConnected ? below : opener;
      former?.focus({ preventScroll: true });
    },
    [below],
  );
  return <Modal opened fullScreen={isTall && isPhone} {...props} />;
}

function focusedInDialog(): HTMLElement | undefined {
  const focused = document.activeElement;
  const isInDialog = focused instanceof HTMLElement && focused.closest("[role=dialog]") !== null;
  return isInDialog ? focused : undefined;
}
