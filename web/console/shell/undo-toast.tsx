import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { ServiceError } from "../api/private-api.ts";
import { errorSentence, showError, useCurrentError } from "./errors.tsx";

/** Long enough to read a sentence and press a button. */
const undoMs = 12_000;

/** Long enough for the network to return; what was counted meanwhile is kept by an undo. */
const undoAgainMs = 5 * 60_000;

interface UndoToast {
  /** Of the notice: a newer one with the same id takes its place. */
  id: string;
  message: ReactNode;
  /** Rejects where it was not undone; it is the same request when it is tried again. */
  undo: () => Promise<unknown>;
}

/** Says what was done, and offers for a while to undo it; again, where the service did not respond. */
export function undoToast(toast: UndoToast, failed?: ServiceError): void {
  const { id, message, undo } = toast;
  async function press() {
    notifications.hide(id);
    try {
      await undo();
    } catch (error) {
      if (error instanceof ServiceError && error.status === null) undoToast(toast, error);
      else showError(error);
    }
  }
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: failed === undefined ? undoMs : undoAgainMs,
    ...(failed && { color: "yellow" }),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm">{message}</Text>
          <Failed error={failed} />
        </div>
        <Button size="compact-sm" variant="light" flex="none" onClick={() => void press()}>
          Undo
        </Button>
      </Group>
    ),
  });
}

function Failed({ error }: { error: ServiceError | undefined }) {
  const current = useCurrentError(error);
  return (
    current !== undefined && (
      <Text size="sm" role="alert">
        {errorSentence(current)}
      </Text>
    )
  );
}

/** Takes the offer back, because it was undone elsewhere. */
export function hideUndoToast(id: string): void {
  notifications.hide(id);
}
