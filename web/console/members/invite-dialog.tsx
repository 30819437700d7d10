import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedInvitation } from "../../../core/private-api/organization.ts";
import { NewInvitation } from "../../../core/private-api/organization-forms.ts";
import { newFormId } from "../api/clock.ts";
import { changePath } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { DialogFoot } from "../dialogs/dialog-foot.tsx";
import { ErrorAlert } from "../shell/errors.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { roleSentences, rolesToGive } from "./roles.ts";

interface InviteDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedInvitation) => void;
}

export function InviteDialog({ onClose, onCreated }: InviteDialogProps) {
  const { id, role: own } = useOrganization();
  const queryClient = useQueryClient();
  const form = useForm<NewInvitation>({
    initialValues: { email: "", role: "member" },
    validate: validateBy(NewInvitation),
  });
  const [formId] = useState(newFormId);
  const invitation = useMutation({
    mutationFn: (body: NewInvitation) =>
      changePath<CreatedInvitation>("POST", apiPath(id, "/invitations"), { ...body, formId }),
    onSuccess: (created) => {
      onCreated(created);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "invitations"] }),
  });
  return (
    <Dialog onClose={onClose} title="Invite somebody">
      <form onSubmit={form.onSubmit((body) => invitation.mutate(body))} noValidate>
        <Stack>
          <TextInput
            label="E-mail address"
            description="Only somebody who signs in with it can accept. This replaces an earlier invitation to it."
            type="email"
            data-autofocus
            {...form.getInputProps("email")}
          />
          <Radio.Group label="Role" {...form.getInputProps("role")}>
            <Stack gap="xs" mt="xs">
              {rolesToGive(own).map((role) => (
                <Radio key={role} value={role} label={role} description={roleSentences[role]} />
              ))}
            </Stack>
          </Radio.Group>
          <ErrorAlert error={invitation.error} />
          <DialogFoot
            submit="Create invitation link"
            isPending={invitation.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
