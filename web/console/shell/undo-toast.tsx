import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";

/** Long enough to read a sentence and press a button. */
const undoMs = 12_000;

interface UndoToast {
  /** Of the notice: a newer one with the same id takes its place. */
  id: string;
  message: ReactNode;
  undo: () => void;
}

/** Says what was done, and offers for a while to undo it. */
export function undoToast({ id, message, undo }: UndoToast): void {
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: undoMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Takes the offer back, because it was undone elsewhere. */
export function hideUndoToast(id: string): void {
  notifications.hide(id);
}
