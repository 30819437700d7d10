import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type CreatedInvitation, NewInvitation } from "../../../api/private/members.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";
import { roleSentences, rolesToGive } from "./roles.ts";

interface InviteDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedInvitation) => void;
}

export function InviteDialog({ onClose, onCreated }: InviteDialogProps) {
  const { id, role: own } = useOrganization();
  const reload = useReload();
  const form = useForm<NewInvitation>({
    initialValues: { email: "", role: "member" },
    validate: validateBy(NewInvitation),
  });
  const invitation = useCreation(
    (body: OfForm<NewInvitation>, signal) =>
      change(
        "POST /api/organization/{organizationId}/invitations",
        { organizationId: id },
        body,
        signal,
      ),
    {
      onSuccess(created) {
        onCreated(created);
        onClose();
      },
      onSettled: () => reload("invitations"),
    },
  );
  return (
    <FormDialog
      form={form}
      title="Invite member"
      submit="Create invitation link"
      saving={invitation}
      onSubmit={form.onSubmit((body) => invitation.mutate(body))}
      onClose={onClose}
    >
      <TextInput
        label="E-mail address"
        description="Only a person who signs in with this address can accept. An earlier invitation to it stops working."
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
    </FormDialog>
  );
}
