import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { change } from "../api/private-api.ts";
import { Time } from "../dates/time.tsx";
import { showError } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { ownMailQuery } from "./notice-queries.ts";

/** While it ends: the service does that a moment later. */
const endingEveryMs = 2_000;

const because = {
  bounce: "because it bounced: the address does not exist, or takes no mail",
  complaint: "because a mail was marked as unwanted there",
};

/** That mail to the viewer's own address is stopped, with what starts it again; nothing otherwise. */
export function MailStopped() {
  const resuming = useMutation({
    mutationFn: () => change("POST /api/organization/mail/resume", {}),
    onError: showError,
  });
  const own = useQuery({
    ...ownMailQuery,
    refetchInterval: ({ state }) =>
      resuming.isSuccess && state.data?.stopped ? endingEveryMs : false,
  });
  const { address, stopped } = own.data ?? {};
  if (!stopped) return null;
  return (
    <Alert color="yellow" title="You get no mail">
      <Stack align="flex-start" gap="xs">
        <Text size="sm">
          Mail to <Foreign>{address}</Foreign> was stopped on <Time at={stopped.at} />,{" "}
          {because[stopped.reason]}.
        </Text>
        <Button
          variant="default"
          onClick={() => resuming.mutate()}
          loading={resuming.isPending || resuming.isSuccess}
        >
          Send mail again
        </Button>
      </Stack>
    </Alert>
  );
}
