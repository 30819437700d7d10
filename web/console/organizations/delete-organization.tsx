import { Button, Group, List, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type {
  DeletionConfirmation,
  DeletionProgress,
  DeletionView,
} from "../../../api/private/deletion.ts";
import type { OrganizationView } from "../../../api/private/organizations.ts";
import { summaryPhrases } from "../../../core/data/deletion-summary.ts";
import { isSameName } from "../../../core/display-name.ts";
import { change, read, ServiceError } from "../api/private-api.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { useSending } from "../forms/use-sending.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { deletionKey, isGone } from "./deletion-run.ts";

/** For owners: deleting the organization, which cannot be undone. */
export function DeleteOrganization({ organization }: { organization: OrganizationView }) {
  const [opened, { open, close }] = useOpened();
  return (
    <Paper withBorder p={{ base: "md", sm: "lg" }} className="setting-row">
      <Stack gap={4}>
        <Title order={2}>Delete the organization</Title>
        <Text size="sm" c="dimmed">
          It stops working at once, for all its members, and everything in it is deleted. This
          cannot be undone in the console.
        </Text>
      </Stack>
      <Button variant="default" c="var(--failing)" bd="1px solid currentColor" onClick={open}>
        Delete the organization…
      </Button>
      {opened && (
        <Dialog onClose={close} title="Delete this organization?">
          <Confirmation organization={organization} onCancel={close} />
        </Dialog>
      )}
    </Paper>
  );
}

function Confirmation({
  organization: { id },
  onCancel,
}: {
  organization: OrganizationView;
  onCancel: () => void;
}) {
  const query = useQuery({
    queryKey: deletionKey(id),
    queryFn: () => read("GET /api/deletion/{organizationId}", { organizationId: id }),
    // What goes is counted whenever a person asks.
    gcTime: 0,
  });
  return (
    <QueryStates query={query}>
      {(view) => <ConfirmationForm id={id} view={view} onCancel={onCancel} />}
    </QueryStates>
  );
}

interface ConfirmationFormProps {
  id: string;
  view: DeletionView;
  onCancel: () => void;
}

function ConfirmationForm({ id, view, onCancel }: ConfirmationFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const wasLost = useRef(false);
  const { send, giveUp } = useSending();
  useEffect(() => giveUp, [giveUp]);
  const deletion = useMutation({
    mutationFn: (body: DeletionConfirmation) =>
      send(async (signal): Promise<DeletionProgress> => {
        try {
          const key = "POST /api/deletion/{organizationId}";
          return await change(key, { organizationId: id }, body, signal);
        } catch (error) {
          // A request whose response was lost may have deleted everything.
          if (wasLost.current && isGone(error)) return { state: "deleted" };
          wasLost.current ||= error instanceof ServiceError && error.isUnknown;
          throw error;
        }
      }),
    onSuccess: async (progress) => {
      queryClient.setQueryData(deletionKey(id), { name: view.name, progress });
      await navigate({
        to: "/organizations/$organizationId/deletion",
        params: { organizationId: id },
        replace: true,
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSameName(typed, view.name)) deletion.mutate({ name: typed });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          <Foreign>{view.name}</Foreign> will be deleted
          {view.state === "possible" && summaryPhrases(view.summary).length > 0 ? ", with:" : "."}
        </Text>
        {view.state === "possible" && (
          <List>
            {summaryPhrases(view.summary, (count) => count.toLocaleString()).map((things) => (
              <List.Item key={things}>{things}</List.Item>
            ))}
          </List>
        )}
        <Text size="sm" c="dimmed">
          Its keys, embeds and gates stop working at that moment. Members who belong to no other
          organization are signed out, and their names and e-mail addresses are removed. The audit
          log is kept for a year, for operators.
        </Text>
        <Text size="sm">
          Download what you want to keep first: a{" "}
          <PageLink
            underline="always"
            to="/organizations/$organizationId/reports"
            params={{ organizationId: id }}
          >
            report as CSV
          </PageLink>{" "}
          has the numbers of every counter, and your operators can export everything.
        </Text>
        <TextInput
          label="The organization’s name"
          description="Type it to confirm."
          autoComplete="off"
          data-autofocus
          maxLength={1_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ErrorAlert error={deletion.error} of={typed} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={deletion.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            color="red"
            loading={deletion.isPending}
            disabled={!isSameName(typed, view.name)}
          >
            Delete organization
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
