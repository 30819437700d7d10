import { Button, Group, type ModalProps, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CopiedValue } from "../copying/copied-value.tsx";
import { Dialog } from "./dialog.tsx";

interface ShownOnceDialogProps extends Pick<ModalProps, "onClose" | "size" | "title"> {
  /** What is lost with it, such as "API key". */
  shown: string;
  /** That it is shown only once, and who can do what with it. */
  about: ReactNode;
  /** What is shown, its name above it, and what its button says. */
  value: string;
  label: string;
  copy: string;
  /** Below it, how it is used. */
  children?: ReactNode;
  /** Beside the button that closes the dialog. */
  actions?: ReactNode;
}

/**
 * The dialog of all that is shown only once; the first button copies it. A click outside does not close
 * it, and whoever presses Escape, goes back or leaves the page is asked first.
 */
export function ShownOnceDialog(props: ShownOnceDialogProps) {
  const { shown, about, value, label, copy, children, actions, onClose, ...dialog } = props;
  const isSure = (question: string) =>
    window.confirm(`${question} The ${shown} is not shown again. Save it first.`);
  useBlocker({ shouldBlockFn: () => !isSure("Leave this page?") });
  return (
    <Dialog
      {...dialog}
      onClose={() => isSure("Close this?") && onClose()}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{about}</Text>
        <CopiedValue label={label} value={value} copy={copy} isFirst />
        {children}
        <Group justify="flex-end">
          {actions}
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
