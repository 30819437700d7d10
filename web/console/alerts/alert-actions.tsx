import { Button, Menu, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AlertView } from "../../../api/private/alerts.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { useConfirmed } from "../dialogs/confirm-button.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { EditAlertDialog } from "./edit-alert-dialog.tsx";

/** What can be done with an alert: the primary action, the menu of the rest, and the dialog that is open. */
export function useAlertActions(alert: AlertView) {
  const { id } = useOrganization();
  const reload = useReload();
  const navigate = useNavigate();
  const [editing, { open, close }] = useOpened();
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
  const deletion = useConfirmed({
    question: {
      title: "Delete the alert?",
      text: (
        <Text>
          “<Foreign>{alert.name}</Foreign>” will not fire any more. Past firings stay in the list.
        </Text>
      ),
      confirm: "Delete alert",
      cancel: "Keep it",
    },
    act: () => change("DELETE /api/alerts/{organizationId}/{alertId}", path),
    onDone: ({ name }) => {
      toast(
        <>
          The alert “<Foreign>{name}</Foreign>” is deleted.
        </>,
      );
      const params = { organizationId: id };
      return navigate({ to: "/organizations/$organizationId/alerts", params });
    },
    reload: ["alerts"],
  });
  return {
    primary: (
      <Button variant="default" onClick={open}>
        Edit
      </Button>
    ),
    menu: (
      <>
        <Menu.Item onClick={() => pausing.mutate()} disabled={pausing.isPending}>
          {isPaused ? "Resume" : "Pause"}
        </Menu.Item>
        <Menu.Item c="var(--failing)" onClick={deletion.ask}>
          Delete
        </Menu.Item>
      </>
    ),
    dialog: editing && <EditAlertDialog alert={alert} onClose={close} />,
  };
}
