import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CreatedKey, NewKey } from "../../../api/private/keys.ts";
import { newFormId } from "../api/clock.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedKey) => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const form = useForm<NewKey>({
    initialValues: { name: "" },
    validate: validateBy(NewKey),
  });
  const [formId] = useState(newFormId);
  const creation = useMutation({
    mutationFn: (body: NewKey) =>
      change("POST /api/keys/{organizationId}", { organizationId: id }, { ...body, formId }),
    onSuccess: (created) => {
      onCreated(created);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "keys"] }),
  });
  return (
    <Dialog onClose={onClose} title="Create API key">
      <form onSubmit={form.onSubmit((body) => creation.mutate(body))} noValidate>
        <Stack>
          <TextInput
            label="Name"
            description="What the key is for, such as the program that will use it."
            data-autofocus
            {...form.getInputProps("name")}
          />
          <ErrorAlert error={creation.error} />
          <DialogFoot submit="Create" isPending={creation.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
