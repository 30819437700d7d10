import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EndpointView } from "../../../api/private/webhooks.ts";
import { deliveryDays } from "../../../core/limits.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { toast } from "../shell/created.tsx";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { endpointName, useEndpointChange } from "./webhook-queries.ts";

/** What can be done with an endpoint; what stops deliveries asks first. */
export function useEndpointActions(endpoint: EndpointView) {
  const { id: endpointId } = endpoint;
  const { id: organizationId } = useOrganization();
  const path = { organizationId, endpointId };
  const navigate = useNavigate();
  const reload = useReload();
  const pause = useEndpointChange(
    (_, body: { paused: boolean }) =>
      change("POST /api/webhooks/{organizationId}/endpoints/{endpointId}/pause", path, body),
    ({ pausedAt }) =>
      toast(pausedAt === null ? "The endpoint receives events again." : "The endpoint is paused."),
  );
  const removal = useMutation({
    mutationFn: () => change("DELETE /api/webhooks/{organizationId}/endpoints/{endpointId}", path),
    onSuccess() {
      toast("The endpoint is deleted.");
      const params = { organizationId };
      void navigate({ to: "/organizations/$organizationId/settings/webhooks", params });
    },
    onError: showError,
    onSettled: () => reload("endpoints", "deliveries"),
  });
  return {
    isPending: pause.isPending,
    resume: () => pause.mutate({ paused: false }, { onError: showError }),
    askToPause: () =>
      modals.openConfirmModal({
        title: "Pause the endpoint?",
        children: (
          <Text>
            Nothing is sent to it: what is counted from now on and retries that fall due wait, for{" "}
            {deliveryDays} days. After you resume it, <em>Send now</em> sends what has waited.
          </Text>
        ),
        labels: { confirm: "Pause endpoint", cancel: "Keep it running" },
        onConfirm: () => pause.mutate({ paused: true }, { onError: showError }),
      }),
    askToDelete: () =>
      modals.openConfirmModal({
        title: "Delete the endpoint?",
        children: (
          <Text>
            Nothing is sent to <Foreign>{endpointName(endpoint)}</Foreign> any more, its waiting
            deliveries are cancelled, and its secret is gone. This cannot be undone; to stop it for
            a while, pause it.
          </Text>
        ),
        labels: { confirm: "Delete endpoint", cancel: "Keep it" },
        confirmProps: { color: "red" },
        onConfirm: () => removal.mutate(),
      }),
  };
}
