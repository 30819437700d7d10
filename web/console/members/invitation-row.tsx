import { Button, Table } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { actionOnRoles, may } from "../../../core/members/role.ts";
import type { InvitationView } from "../../../core/private-api/organization.ts";
import { change } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { errorSentence } from "../shell/errors.tsx";
import { Time } from "../shell/time.tsx";

/** An invitation that can still be accepted. */
export function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id, role } = useOrganization();
  const queryClient = useQueryClient();
  const { email } = invitation;
  const revocation = useMutation({
    mutationFn: () =>
      change<InvitationView>("DELETE", apiPath(id, `/invitations/${invitation.id}`)),
    onSuccess: () => notifications.show({ message: `The invitation of ${email} is revoked.` }),
    onError: (error) => notifications.show({ color: "red", message: errorSentence(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, "invitations"] }),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: "Revoke the invitation?",
      children: `The link sent to ${email} will stop working.`,
      labels: { confirm: "Revoke", cancel: "Keep it" },
      confirmProps: { color: "red" },
      onConfirm: () => revocation.mutate(),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{email}</bdi>
      </Table.Td>
      <Table.Td>{invitation.role}</Table.Td>
      <Table.Td>
        <Time at={invitation.expiresAt} />
      </Table.Td>
      <Table.Td>
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
      </Table.Td>
    </Table.Tr>
  );
}
