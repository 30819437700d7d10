import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AlertView } from "../../../api/private/alerts.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { showError } from "../shell/errors.tsx";
import { EditAlertDialog } from "./edit-alert-dialog.tsx";

/** What can be done with an alert. */
export function AlertActions({ alert }: { alert: AlertView }) {
  const { id } = useOrganization();
  const reload = useReload();
  const navigate = useNavigate();
  const [editing, { open, close }] = useDisclosure();
  const path = { organizationId: id, alertId: alert.id };
  const isPaused = alert.state === "paused";
  const pausing = useMutation({
    mutationFn: () =>
      isPaused
        ? change("POST /api/alerts/{organizationId}/{alertId}/resume", path)
        : change("POST /api/alerts/{organizationId}/{alertId}/pause", path),
    onError: showError,
    onSettled: () => reload("alerts"),
  });
  return (
    <Group gap="xs">
      <Button variant="default" onClick={open}>
        Edit
      </Button>
      <Button variant="default" onClick={() => pausing.mutate()} loading={pausing.isPending}>
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <ConfirmButton
        label="Delete"
        variant="light"
        size="sm"
        question={{
          title: "Delete the alert?",
          text: (
            <Text>
              “<bdi>{alert.name}</bdi>” will not fire any more. Past firings stay in the list.
            </Text>
          ),
          confirm: "Delete",
          cancel: "Keep it",
        }}
        act={() => change("DELETE /api/alerts/{organizationId}/{alertId}", path)}
        onDone={({ name }) => {
          const message = (
            <>
              The alert “<bdi>{name}</bdi>” is deleted.
            </>
          );
          notifications.show({ message });
          const params = { organizationId: id };
          return navigate({ to: "/organizations/$organizationId/alerts", params });
        }}
        reload={["alerts"]}
      />
      {editing && <EditAlertDialog alert={alert} onClose={close} />}
    </Group>
  );
}
