import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { NewEmbed } from "../../../api/private/embeds.ts";
import { change, read } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { useOpened } from "../dialogs/use-opened.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { type OfForm, useCreation } from "../forms/use-creation.ts";
import { showCreated } from "../shell/created.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { validateBy } from "../shell/form-errors.ts";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { EmbedCard } from "./embed-card.tsx";

/** What embeds show: one of these. */
type Shown = { counterId: string; groupId?: never } | { groupId: string; counterId?: never };

/** The embeds of a counter or a group on other pages, and new ones. */
export function Embeds(shown: Shown) {
  const { id: organizationId } = useOrganization();
  const { counterId, groupId } = shown;
  const query = useQuery({
    queryKey: [organizationId, "embeds", groupId ?? counterId],
    queryFn: () =>
      groupId === undefined
        ? read("GET /api/setup/{organizationId}/counters/{counterId}/embeds", {
            organizationId,
            counterId,
          })
        : read("GET /api/setup/{organizationId}/groups/{groupId}/embeds", {
            organizationId,
            groupId,
          }),
  });
  const [creating, { open, close }] = useOpened();
  return (
    <Section
      title="Embeds"
      about={`An embed shows the count on another page or a screen. Whoever has its link sees the ${groupId === undefined ? "counter's name, count, goal" : "group's name, total, capacity"} and time of change.`}
      actions={
        <Button variant="default" onClick={open}>
          Create embed
        </Button>
      }
    >
      <QueryStates query={query}>
        {({ embeds }) =>
          embeds.length === 0 ? (
            <EmptyList title="No embeds yet">
              <Text size="sm">Create one, then send its link or put its markup into a page.</Text>
            </EmptyList>
          ) : (
            <Stack>
              {[...embeds].reverse().map((embed) => (
                <EmbedCard key={embed.sessionId} embed={embed} ofGroup={groupId !== undefined} />
              ))}
            </Stack>
          )
        }
      </QueryStates>
      {creating && <EmbedDialog of={shown} onClose={close} />}
    </Section>
  );
}

interface EmbedDialogProps {
  of: Shown;
  onClose: () => void;
}

function EmbedDialog({ of, onClose }: EmbedDialogProps) {
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const form = useForm({
    initialValues: { note: "" },
    validate: (values) => check(setupOf(values)),
  });
  const creation = useCreation(
    (setup: OfForm<NewEmbed>, signal) =>
      of.groupId === undefined
        ? change(
            "POST /api/setup/{organizationId}/counters/{counterId}/embeds",
            { organizationId, counterId: of.counterId },
            setup,
            signal,
          )
        : change(
            "POST /api/setup/{organizationId}/groups/{groupId}/embeds",
            { organizationId, groupId: of.groupId },
            setup,
            signal,
          ),
    {
      onSuccess({ sessionId, note }) {
        showCreated(
          sessionId,
          <>The embed {note !== null && <Foreign>{note}</Foreign>} was created.</>,
        );
        onClose();
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
