import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type CreatedKey, NewKey } from "../../../api/private/keys.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedKey) => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const { id } = useOrganization();
  const reload = useReload();
  const form = useForm<NewKey>({
    initialValues: { name: "" },
    validate: validateBy(NewKey),
  });
  const creation = useCreation(
    (body: OfForm<NewKey>, signal) =>
      change("POST /api/keys/{organizationId}", { organizationId: id }, body, signal),
    {
      onSuccess(created) {
        onCreated(created);
        onClose();
      },
      onSettled: () => reload("keys"),
    },
  );
  return (
    <FormDialog
      form={form}
      title="Create API key"
      submit="Create API key"
      saving={creation}
      onSubmit={form.onSubmit((body) => creation.mutate(body))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What the key is for, such as the program that will use it. The key itself is shown only once."
        data-autofocus
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
