import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { ownMailQuery } from "./notice-queries.ts";

/** Says where the viewer’s mails go; sends one there, and says what became of it. */
export function TestMail({ children }: { children: ReactNode }) {
  const { id } = useOrganization();
  const asking = useMutation({
    mutationFn: () =>
      change("POST /api/organization/{organizationId}/notifications/test", { organizationId: id }),
  });
  const { askedAt = "" } = asking.data ?? {};
  const isOver = (tested: { askedAt: string } | null | undefined) =>
    (tested?.askedAt ?? "") >= askedAt;
  const own = useQuery({
    ...ownMailQuery,
    refetchInterval: ({ state }) => (isOver(state.data?.tested) ? false : 2_000),
  });
  const tested = isOver(own.data?.tested) ? own.data?.tested : undefined;
  return (
    <div className="setting-row">
      <Stack gap={2}>
        <Text size="sm">{children}</Text>
        <Text size="sm" role="status">
          {asking.isSuccess && (tested ? outcome(tested.refusal) : "The mail is being sent …")}
        </Text>
        <ErrorAlert error={asking.error} />
      </Stack>
      <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
        Send a test mail
      </Button>
    </div>
  );
}

function outcome(refusal: string | null): string {
  if (refusal === null)
    return "The test mail was sent. If it does not arrive, look in your spam folder.";
  return `The test mail was not sent: the mail server said ${refusal}.`;
}
