import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import {
  ChatChannelEdit,
  type ChatChannelView,
  NewChatChannel,
} from "../../../api/private/notices.ts";
import { type NoticeKind, noticeKinds } from "../../../core/members/preferences.ts";
import { planTells } from "../../../core/notices/who-hears.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { useSending } from "../forms/use-sending.ts";
import { validateBy } from "../shell/form-errors.ts";
import { kindNames } from "./kind-names.ts";

interface AddChannelDialogProps {
  onClose: () => void;
}

export function AddChannelDialog({ onClose }: AddChannelDialogProps) {
  const { id: organizationId, plan } = useOrganization();
  const reload = useReload();
  const usual = (["alert", "endpoint"] as const).filter((kind) => planTells(kind, plan));
  const form = useForm<NewChatChannel>({
    initialValues: { name: "", url: "", kinds: usual },
    validate: validateBy(NewChatChannel),
  });
  const creation = useCreation(
    (body: OfForm<NewChatChannel>, signal) =>
      change("POST /api/webhooks/{organizationId}/channels", { organizationId }, body, signal),
    { onSuccess: onClose, onSettled: () => reload("channels") },
  );
  return (
    <FormDialog
      form={form}
      title="Add chat channel"
      submit="Add chat channel"
      saving={creation}
      onSubmit={form.onSubmit((body) => creation.mutate(body))}
      onClose={onClose}
    >
      <NameInput {...form.getInputProps("name")} />
      <TextInput
        label="URL"
        description="Of an incoming webhook. Whoever has it can post, so it is not shown again."
        placeholder="https://hooks.slack.com/services/…"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps("url")}
      />
      <KindsChoice {...form.getInputProps("kinds")} />
    </FormDialog>
  );
}

export function EditChannelDialog({
  channel: { id: channelId, name, kinds },
  onClose,
}: AddChannelDialogProps & { channel: ChatChannelView }) {
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const { send, giveUp } = useSending();
  const form = useForm({
    initialValues: { name, kinds },
    validate: validateBy(ChatChannelEdit),
  });
  const saving = useMutation({
    mutationFn: (body: { name: string; kinds: NoticeKind[] }) =>
      send((signal) =>
        change(
          "PATCH /api/webhooks/{organizationId}/channels/{channelId}",
          { organizationId, channelId },
          body,
          signal,
        ),
      ),
    onSuccess: onClose,
    onSettled: () => reload("channels"),
  });
  return (
    <FormDialog
      form={form}
      title="Edit chat channel"
      submit="Save chat channel"
      saving={{ ...saving, giveUp }}
      onSubmit={form.onSubmit((body) => saving.mutate(body))}
      onClose={onClose}
    >
      <NameInput {...form.getInputProps("name")} />
      <KindsChoice {...form.getInputProps("kinds")} />
    </FormDialog>
  );
}

function NameInput(props: object) {
  return <TextInput label="Name" placeholder="Hall team" data-autofocus {...props} />;
}

/** What the plan has nothing of is not offered, and stays chosen. */
function KindsChoice(props: object) {
  const { plan } = useOrganization();
  return (
    <Checkbox.Group label="Events" {...props}>
      <Stack gap="xs" mt="xs">
        {noticeKinds
          .filter((kind) => planTells(kind, plan))
          .map((kind) => (
            <Checkbox key={kind} value={kind} label={kindNames[kind]} />
          ))}
      </Stack>
    </Checkbox.Group>
  );
}
