import { Button, Group, Stack, Text } from "@mantine/core";
import type { CreatedInvitation } from "../../../api/private/members.ts";
import { CopiedValue } from "../copying/copied-value.tsx";
import { ShownOnceDialog } from "../dialogs/shown-once-dialog.tsx";

interface InvitationLinkDialogProps {
  created: CreatedInvitation;
  onClose: () => void;
}

/** The one time that an invitation's link is shown. */
export function InvitationLinkDialog({ created, onClose }: InvitationLinkDialogProps) {
  return (
    <ShownOnceDialog shown="invitation's link" onClose={onClose} title="Send this link" size="lg">
      <Stack>
        <Text>
          Send it to <bdi>{created.email}</bdi> yourself: the service sends no mail. It works once,
          for 7 days, and is shown only once.
        </Text>
        <CopiedValue label="Invitation link" value={created.url} copy="Copy link" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </ShownOnceDialog>
  );
}
