import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AlertView } from "../../../api/private/alerts.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { errorSentence } from "../shell/errors.tsx";
import { EditAlertDialog } from "./edit-alert-dialog.tsx";

/** What can be done with an alert. */
export function AlertActions({ alert }: { alert: AlertView }) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [editing, { open, close }] = useDisclosure();
  const path = { organizationId: id, alertId: alert.id };
  const showError = (error: unknown) =>
    notifications.show({ color: "red", message: errorSentence(error) });
  const refresh = () => queryClient.invalidateQueries({ queryKey: [id, "alerts"] });
  const isPaused = alert.state === "paused";
  const pausing = useMutation({
    mutationFn: () =>
      isPaused
        ? change("POST /api/alerts/{organizationId}/{alertId}/resume", path)
        : change("POST /api/alerts/{organizationId}/{alertId}/pause", path),
    onError: showError,
    onSettled: refresh,
  });
  const deletion = useMutation({
    mutationFn: () => change("DELETE /api/alerts/{organizationId}/{alertId}", path),
    onSuccess: async ({ name }) => {
      notifications.show({
        message: (
          <>
            The alert “<bdi>{name}</bdi>” is deleted.
          </>
        ),
      });
      const params = { organizationId: id };
      await navigate({ to: "/organizations/$organizationId/alerts", params });
      await refresh();
    },
    onError: showError,
  });
  const askToDelete = () =>
    modals.openConfirmModal({
      title: "Delete the alert?",
      children: (
        <Text>
          “<bdi>{alert.name}</bdi>” will not fire any more. Past firings stay in the list.
        </Text>
      ),
      labels: { confirm: "Delete", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => deletion.mutate(),
    });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={open}>
        Edit
      </Button>
      <Button variant="default" onClick={() => pausing.mutate()} loading={pausing.isPending}>
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button variant="light" color="red" onClick={askToDelete} loading={deletion.isPending}>
        Delete
      </Button>
      {editing && <EditAlertDialog alert={alert} onClose={close} />}
    </Group>
  );
}
