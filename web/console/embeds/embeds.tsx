import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type EmbedList,
  EmbedSetup,
  type EmbedView,
} from "../../../core/private-api/counters/embeds.ts";
import { changePath, readPath } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { FormFoot } from "../forms/form-foot.tsx";
import { useCreation } from "../forms/use-creation.ts";
import { validateBy } from "../shell/form-errors.ts";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { EmbedCard } from "./embed-card.tsx";

/** The embeds of a counter on other pages, and new ones. */
export function Embeds({ counterId }: { counterId: string }) {
  const { id } = useOrganization();
  const path = apiPath(id, `/counters/${counterId}/embeds`);
  const queryKey = [id, "embeds", counterId];
  const query = useQuery({ queryKey, queryFn: () => readPath<EmbedList>(path) });
  const [creating, { open, close }] = useDisclosure();
  return (
    <Section
      title="Embeds"
      about="An embed shows the number on another page. Whoever has its link sees the counter's name, number, goal and time of change."
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
              {embeds.map((embed) => (
                <EmbedCard key={embed.sessionId} embed={embed} queryKey={queryKey} />
              ))}
            </Stack>
          )
        }
      </QueryStates>
      {creating && <EmbedDialog path={path} queryKey={queryKey} onClose={close} />}
    </Section>
  );
}

interface EmbedDialogProps {
  /** Of the counter's embeds in the private API. */
  path: string;
  queryKey: string[];
  onClose: () => void;
}

function EmbedDialog({ path, queryKey, onClose }: EmbedDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { note: "" },
    validate: (values) => check(setupOf(values)),
  });
  const creation = useCreation((setup: EmbedSetup) => changePath<EmbedView>("POST", path, setup), {
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog onClose={onClose} title="Create embed">
      <form onSubmit={form.onSubmit((values) => creation.mutate(setupOf(values)))} noValidate>
        <Stack>
          <TextInput
            label="Note"
            description="Whom it is for. Only owners, admins and operators see it."
            data-autofocus
            {...form.getInputProps("note")}
          />
          <FormFoot submit="Create" saving={creation} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const check = validateBy(EmbedSetup);

function setupOf({ note }: { note: string }): EmbedSetup {
  return { note: note === "" ? null : note };
}
