import { Button, Table, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InvitationView } from "../../../api/private/members.ts";
import { actionOnRoles, may } from "../../../core/members/role.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { errorSentence } from "../shell/errors.tsx";
import { StackedCell } from "../tables/stacked-table.tsx";

/** An invitation that can still be accepted. */
export function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id, role } = useOrganization();
  const queryClient = useQueryClient();
  const { email } = invitation;
  const revocation = useMutation({
    mutationFn: () =>
      change("DELETE /api/organization/{organizationId}/invitations/{invitationId}", {
        organizationId: id,
        invitationId: invitation.id,
      }),
    onSuccess: () =>
      notifications.show({
        message: (
          <>
            The invitation of <bdi>{email}</bdi> is revoked.
          </>
        ),
      }),
    onError: (error) => notifications.show({ color: "red", message: errorSentence(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "invitations"] }),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: "Revoke the invitation?",
      children: (
        <Text>
          The link sent to <bdi>{email}</bdi> will stop working.
        </Text>
      ),
      labels: { confirm: "Revoke", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => revocation.mutate(),
    });
  return (
    <Table.Tr role="row">
      <StackedCell head="E-mail address" title>
        <bdi>{email}</bdi>
      </StackedCell>
      <StackedCell head="Role">{invitation.role}</StackedCell>
      <StackedCell head="Expires">
        <Time at={invitation.expiresAt} />
      </StackedCell>
      <StackedCell head="Actions">
        {may(role, actionOnRoles(invitation.role)) && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            onClick={ask}
            loading={revocation.isPending}
            aria-label={`Revoke the invitation of ${email}`}
          >
            Revoke
          </Button>
        )}
      </StackedCell>
    </Table.Tr>
  );
}
