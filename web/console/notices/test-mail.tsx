import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { change } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { ownMailQuery } from "./notice-queries.ts";

/** Sends the viewer a mail, and says what became of it. */
export function TestMail() {
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
    <>
      <ErrorAlert error={asking.error} />
      <Group>
        <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
          Send a test mail
        </Button>
        <Text size="sm" role="status">
          {asking.isSuccess && (tested ? outcome(tested.refusal) : "It is on its way …")}
        </Text>
      </Group>
    </>
  );
}

function outcome(refusal: string | null): string {
  if (refusal === null)
    return "The test mail was sent. If it does not arrive, look in your spam folder.";
  return `The test mail was not sent: the mail server said ${refusal}.`;
}
