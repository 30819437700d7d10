import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { NewEmbed } from "../../../api/private/embeds.ts";
import { useReload } from "../api/session.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { showCreated } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { createEmbed, lastFour, type Target } from "./embed-queries.ts";

/** Creates an embed, and opens its page. */
export function EmbedDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const reload = useReload();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { note: "" },
    validate: (values) => check(setupOf(values)),
  });
  const creation = useCreation(
    (setup: OfForm<NewEmbed>, signal) => createEmbed(target, setup, signal),
    {
      onSuccess(embed) {
        showCreated(
          embed.sessionId,
          <>The embed {embed.note !== null && <Foreign>{embed.note}</Foreign>} was created.</>,
        );
        onClose();
        void navigate({
          to: "/organizations/$organizationId/embeds/$targetId",
          params: target,
          search: { embed: lastFour(embed) },
        });
      },
      onSettled: () => reload("embeds"),
    },
  );
  return (
    <FormDialog
      form={form}
      title="Create embed"
      submit="Create embed"
      saving={creation}
      onSubmit={form.onSubmit((values) => creation.mutate(setupOf(values)))}
      onClose={onClose}
    >
      <TextInput
        label="Note"
        description="Who the embed is for. Only owners, admins and operators see it."
        data-autofocus
        {...form.getInputProps("note")}
      />
    </FormDialog>
  );
}

const check = validateBy(NewEmbed);

function setupOf({ note }: { note: string }): NewEmbed {
  return { note: note === "" ? null : note };
}
