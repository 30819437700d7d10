import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedInvitation, MemberList } from "../../../api/private/members.ts";
import { may } from "../../../core/members/role.ts";
import { isolated } from "../../../core/messages.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";
import { useOpened } from "../dialogs/use-opened.ts";
import { showCreated } from "../shell/created.tsx";
import { useCreationHash } from "../shell/creation-hash.ts";
import { Foreign } from "../shell/foreign.tsx";
import { Page } from "../shell/page.tsx";
import { FailedQuery, QueryStates } from "../shell/query-states.tsx";
import { Section } from "../shell/section.tsx";
import { RowTable } from "../tables/row-table.tsx";
import { InvitationRow, invitationHeads } from "./invitation-row.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MailInvitation } from "./mail-invitation.tsx";
import { MemberRow, memberHeads } from "./member-row.tsx";

/** Who belongs to the organization, and who is invited. */
export function MembersPage() {
  const { id, role } = useOrganization();
  const [inviting, { open, close }] = useOpened();
  useCreationHash(open);
  const [created, setCreated] = useState<CreatedInvitation>();
  const members = useQuery({
    queryKey: [id, "members"],
    queryFn: () => read("GET /api/organization/{organizationId}/members", { organizationId: id }),
  });
  const invitations = useQuery({
    queryKey: [id, "invitations"],
    queryFn: () =>
      read("GET /api/organization/{organizationId}/invitations", { organizationId: id }),
  });
  const invited = invitations.data?.invitations ?? [];
  return (
    <Page
      title="Members"
      about="Members can count. Admins can also manage the organization, and owners can manage other owners."
      actions={may(role, "manage_members") && <Button onClick={open}>Invite member</Button>}
    >
      <QueryStates query={members}>
        {(list) => (
          <Stack gap="xs">
            <RowTable label="Members" heads={memberHeads}>
              {list.members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isLastOwner={member.role === "owner" && owners(list) === 1}
                />
              ))}
            </RowTable>
            {role === "owner" && owners(list) === 1 && (
              <Text size="sm" c="dimmed">
                You are the only owner. To change your role or to leave, make another member an
                owner first.
              </Text>
            )}
          </Stack>
        )}
      </QueryStates>
      {members.data !== undefined && invitations.isLoadingError && (
        <FailedQuery query={invitations} />
      )}
      {invited.length > 0 && (
        <Section title="Open invitations">
          <RowTable label="Open invitations" heads={invitationHeads} opens="narrow">
            {invited.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </RowTable>
        </Section>
      )}
      {inviting && <InviteDialog onClose={close} onCreated={setCreated} />}
      {created !== undefined && (
        <InvitationLinkDialog
          created={created}
          sendsMail={invitations.data?.sendsMail ?? false}
          onClose={() => {
            setCreated(undefined);
            showCreated(created.id, <Invited {...created} />);
          }}
        />
      )}
    </Page>
  );
}

function Invited({ email, role }: CreatedInvitation) {
  return (
    <>
      <Foreign>{email}</Foreign> is invited as {role === "member" ? "a" : "an"} {role}.
    </>
  );
}

function owners({ members }: MemberList): number {
  return members.filter(({ role }) => role === "owner").length;
}

interface InvitationLinkDialogProps {
  created: CreatedInvitation;
  sendsMail: boolean;
  onClose: () => void;
}

/** The one time that an invitation’s link is shown. */
function InvitationLinkDialog({ created, sendsMail, onClose }: InvitationLinkDialogProps) {
  const { name } = useOrganization();
  const text = `You are invited to ${isolated(name)}. The link works once, until the invitation expires.`;
  return (
    <ShownOnceDialog
      shown="invitation’s link"
      onClose={onClose}
      title="Send this link"
      size="lg"
      about={
        <>
          Send it to <Foreign>{created.email}</Foreign>
          {!sendsMail && " yourself: the service sends no mail"}. It works once, for 7 days, and is
          shown only once.
        </>
      }
      label="Invitation link"
      value={created.url}
      copy="Copy link"
      actions={
        <>
          {"share" in navigator && (
            <Button variant="default" onClick={() => share({ text, url: created.url })}>
              Share…
            </Button>
          )}
          <Button variant="default" component="a" href={mailTo(created, text)}>
            Write an e-mail
          </Button>
          {sendsMail && <MailInvitation {...created} />}
        </>
      }
    />
  );
}

/** Leaves to the device where the text goes; that a person then decides otherwise is no failure. */
function share(data: { text: string; url: string }): void {
  navigator.share(data).catch(() => undefined);
}

/** A message in the viewer's own mail program. */
function mailTo({ email, url }: CreatedInvitation, text: string): string {
  const fields = { subject: "Invitation", body: `${text}\r\n\r\n${url}` };
  const query = Object.entries(fields).map(
    ([field, value]) => `${field}=${encodeURIComponent(value)}`,
  );
  // RFC 6068 lets the address keep its "@", which some mail programs do not decode.
  const to = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${to}?${query.join("&")}`;
}
