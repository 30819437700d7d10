import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { type ConflictingSetting, SettingsConflict } from "./settings-conflict.tsx";

interface FormFootProps {
  /** What the form's button says. */
  submit: string;
  /** Of useEdit or useCreation. */
  saving: { error: unknown; isPending: boolean; conflict?: ConflictingSetting[] | undefined };
  onCancel: () => void;
}

/** The end of a dialog's form: why it was not saved, if so, and its buttons. */
export function FormFoot({ submit, saving, onCancel }: FormFootProps) {
  const { conflict, error, isPending } = saving;
  return (
    <>
      {conflict === undefined ? (
        <ErrorAlert error={error} />
      ) : (
        <SettingsConflict changes={conflict} />
      )}
      <DialogFoot
        submit={conflict === undefined ? submit : "Save mine anyway"}
        isPending={isPending}
        onCancel={onCancel}
      />
    </>
  );
}
