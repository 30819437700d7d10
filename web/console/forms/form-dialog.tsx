import { Button, Group, type ModalProps, Stack } from "@mantine/core";
import { type FormEventHandler, type ReactNode, useEffect, useRef } from "react";
import { ServiceError } from "../api/private-api.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { type ConflictingSetting, SettingsConflict } from "./settings-conflict.tsx";

/** Of Mantine's useForm. */
interface Fields {
  errors: Record<string, ReactNode>;
  setErrors(errors: Record<string, ReactNode>): void;
  getInputNode(field: string): HTMLElement | null;
  getValues(): object;
}

interface FormDialogProps extends Pick<ModalProps, "title" | "size" | "onClose" | "children"> {
  /** What the form's button says. */
  submit: string;
  /** What is wrong with one of its fields stands under it, and the focus goes there. */
  form?: Fields;
  /** What a form without Mantine's useForm sends. */
  values?: unknown;
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

/** A dialog with a form; below its fields, why it was not saved, if no field is the reason. */
export function FormDialog(props: FormDialogProps) {
  const { submit, form, values, saving, onSubmit, onClose, children, ...dialog } = props;
  const { conflict, error, isPending, giveUp } = saving;
  useEffect(() => giveUp, [giveUp]);
  const wrong = form && wrongField(form.getValues(), error);
  const isSubmitted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once
  useEffect(() => {
    if (wrong !== undefined) form?.setErrors({ [wrong.field]: wrong.reason });
  }, [error]);
  useEffect(() => {
    const [first] = Object.keys(form?.errors ?? {});
    if (first === undefined || !isSubmitted.current) return;
    // Not again when an error goes because something is typed.
    isSubmitted.current = false;
    form?.getInputNode(first)?.focus();
  }, [form]);
  return (
    <Dialog onClose={onClose} {...dialog}>
      <form
        noValidate
        onSubmit={(event) => {
          isSubmitted.current = true;
          onSubmit(event);
        }}
      >
        <Stack>
          {children}
          {conflict !== undefined && <SettingsConflict changes={conflict} />}
          {conflict === undefined && wrong === undefined && (
            <ErrorAlert error={error} of={form?.getValues() ?? values} />
          )}
          <Group justify="flex-end" className="dialog-buttons">
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

/** The field of a form that the service refuses, and why in a sentence. */
export function wrongField(values: object, error: unknown) {
  const wrong = error instanceof ServiceError ? error.wrong : undefined;
  const field = wrong?.field.split(".").findLast((part) => part in values);
  return wrong && field ? { field, reason: capitalized(wrong.reason) } : undefined;
}
