import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Fragment } from "react";
import type { InvitationView } from "../../../api/private/members.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { actionOnRoles, may } from "../../../core/members/role.ts";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Time } from "../dates/time.tsx";
import { ConfirmButton } from "../dialogs/confirm-button.tsx";
import { capitalized } from "../shell/capitalized.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Row, type RowHead } from "../tables/row-table.tsx";

export const invitationHeads: RowHead[] = [
  { name: "E-mail address" },
  { name: "Role" },
  { name: "Expires", wide: true },
  { name: "Actions", wide: true, end: true },
];

/** An invitation that can still be accepted. */
export function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id: organizationId, role } = useOrganization();
  const { id: invitationId, email, mailFailed } = invitation;
  const key = "DELETE /api/organization/{organizationId}/invitations/{invitationId}";
  return (
    <Row
      id={invitationId}
      heads={invitationHeads}
      opens={`the invitation of ${withoutBidiControls(email)}`}
      cells={[
        <Fragment key="email">
          <Foreign>{email}</Foreign>
          {mailFailed && (
            <Text span size="xs" c="var(--failing)">
              {" "}
              {mailFailed === "bounce" ? "Mail bounced" : "Mail unwanted"}
            </Text>
          )}
        </Fragment>,
        capitalized(invitation.role),
        <Time key="expires" at={invitation.expiresAt} precision="day" />,
        may(role, actionOnRoles(invitation.role)) && (
          <ConfirmButton
            key="revoke"
            label="Revoke"
            spoken={`Revoke the invitation of ${withoutBidiControls(email)}`}
            question={{
              title: "Revoke the invitation?",
              text: (
                <Text>
                  The link sent to <Foreign>{email}</Foreign> will stop working.
                </Text>
              ),
              confirm: "Revoke invitation",
              cancel: "Keep it",
            }}
            act={() => change(key, { organizationId, invitationId })}
            onDone={() =>
              notifications.show({
                message: (
                  <>
                    The invitation of <Foreign>{email}</Foreign> is revoked.
                  </>
                ),
              })
            }
            reload={["invitations"]}
          />
        ),
      ]}
    />
  );
}
