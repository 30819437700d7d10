import { requiredElement } from "./elements.ts";

/**
 * A `<dialog>` of the page. Before version 98, Firefox knows none: there it is a part of the page that
 * is shown and hidden.
 */
export function requiredDialog(selector: string): HTMLDialogElement {
  const dialog = requiredElement<HTMLDialogElement>(selector);
  if ("showModal" in dialog) return dialog;
  const show = (open: boolean) => {
    const shown: HTMLElement & { open?: boolean } = dialog;
    shown.open = open;
    shown.toggleAttribute("open", open);
  };
  return Object.assign<HTMLElement, Partial<HTMLDialogElement>>(dialog, {
    open: false,
    showModal: () => show(true),
    close: () => {
      show(false);
      (dialog as HTMLElement).dispatchEvent(new Event("close"));
    },
  }) as HTMLDialogElement;
}
