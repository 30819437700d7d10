import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CreatedInvitation } from "../../../api/private/members.ts";
import { change } from "../api/private-api.ts";
import { useOrganization, useReload } from "../api/session.ts";
import { showError } from "../shell/errors.tsx";

/** Has an invitation sent to its address by the service; once is enough. */
export function MailInvitation({ id: invitationId, url }: CreatedInvitation) {
  const { id: organizationId } = useOrganization();
  const reload = useReload();
  const mailing = useMutation({
    mutationFn: () =>
      change(
        "POST /api/organization/{organizationId}/invitations/{invitationId}/mail",
        { organizationId, invitationId },
        { token: new URL(url).hash.slice(1) },
      ),
    onError: showError,
    onSettled: () => reload("invitations"),
  });
  return (
    <Button
      onClick={() => mailing.mutate()}
      loading={mailing.isPending}
      disabled={mailing.isSuccess}
      aria-live="polite"
    >
      {mailing.isSuccess ? "The mail is on its way" : "Send it by mail"}
    </Button>
  );
}
