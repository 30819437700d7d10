import type { ModalProps } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { Dialog } from "./dialog.tsx";

interface ShownOnceDialogProps extends Pick<ModalProps, "children" | "onClose" | "size" | "title"> {
  /** What is lost with it, such as "API key". */
  shown: string;
}

/**
 * A dialog with something that is shown only once: neither Escape nor a click outside closes it, and
 * whoever goes back or leaves the page is asked first.
 */
export function ShownOnceDialog({ shown, ...props }: ShownOnceDialogProps) {
  useBlocker({
    shouldBlockFn: () =>
      !window.confirm(`Leave this page? The ${shown} is not shown again. Save it first.`),
  });
  return (
    <Dialog {...props} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false} />
  );
}
