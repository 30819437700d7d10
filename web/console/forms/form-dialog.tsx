import { Button, Group, type ModalProps, Stack } from "@mantine/core";
import { type FormEventHandler, useEffect } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { type ConflictingSetting, SettingsConflict } from "./settings-conflict.tsx";

interface FormDialogProps extends Pick<ModalProps, "title" | "size" | "onClose" | "children"> {
  /** What the form's button says. */
  submit: string;
  /** Of useEdit or useCreation. */
  saving: {
    error: unknown;
    isPending: boolean;
    conflict?: ConflictingSetting[] | undefined;
    /** Ends a request that was sent; called when the dialog is closed, however that happens. */
    giveUp: () => void;
  };
  onSubmit: FormEventHandler<HTMLFormElement>;
}

/** A dialog with a form; below its fields, why it was not saved, if so. */
export function FormDialog(props: FormDialogProps) {
  const { submit, saving, onSubmit, onClose, children, ...dialog } = props;
  const { conflict, error, isPending, giveUp } = saving;
  useEffect(() => giveUp, [giveUp]);
  return (
    <Dialog onClose={onClose} {...dialog}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          {conflict === undefined ? (
            <ErrorAlert error={error} />
          ) : (
            <SettingsConflict changes={conflict} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {conflict === undefined ? submit : "Save mine anyway"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
