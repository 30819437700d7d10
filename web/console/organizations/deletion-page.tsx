import { Button, Progress, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { deletionPartNames, deletionParts } from "../../../core/data/deletion-parts.ts";
import { ServiceError } from "../api/private-api.ts";
import { sessionQuery } from "../api/session.ts";
import { ErrorAlert } from "../shell/errors.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { MessagePage, startPage } from "../shell/page-states.tsx";
import { type BegunDeletion, deletionKey, useDeletion } from "./deletion-run.ts";

/**
 * An organization while it is deleted, and after that. Shown outside of the shell, which needs an
 * organization that exists.
 */
export function DeletionPage() {
  const { organizationId } = useParams({ from: "/organizations/$organizationId/deletion" });
  const queryClient = useQueryClient();
  const { data: session } = useSuspenseQuery({
    ...sessionQuery,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const begun = queryClient.getQueryData<BegunDeletion>(deletionKey(organizationId));
  const name = begun?.name ?? session.deletions.find(({ id }) => id === organizationId)?.name;
  if (name === undefined) {
    return (
      <MessagePage
        title="This organization is not being deleted"
        why="It may be deleted already, or you are not one of its owners."
      >
        {startPage}
      </MessagePage>
    );
  }
  return <Deletion id={organizationId} name={name} begun={begun} />;
}

interface DeletionProps {
  id: string;
  name: string;
  begun: BegunDeletion | undefined;
}

function Deletion({ id, name, begun }: DeletionProps) {
  const { part, removed, error, again } = useDeletion(id, begun?.progress);
  useEffect(() => {
    document.title = withoutBidiControls(
      `${part === undefined ? "Deleted" : "Deleting"} · ${name}`,
    );
  }, [part, name]);
  if (part === undefined) return <Deleted name={name} />;
  const done = deletionParts.indexOf(part);
  return (
    <MessagePage
      title="The organization is being deleted"
      why={
        <>
          <Foreign>{name}</Foreign> is already closed for everybody. Its data are being removed;
          keep this page open. If you close it, an owner can go on from the start page.
        </>
      }
    >
      <Stack w="100%" gap={4}>
        <Progress
          value={(100 * (done + 1)) / (deletionParts.length + 1)}
          aria-label="Progress of the deletion"
          animated
        />
        <Text role="status">
          Removing {deletionPartNames[part]}: {removed.toLocaleString()} items so far.
        </Text>
      </Stack>
      <ErrorAlert error={error} />
      {error !== null && <Button onClick={again}>Go on</Button>}
    </MessagePage>
  );
}

/** Where the person's other organizations are. */
function Deleted({ name }: { name: string }) {
  // A separate key: the routes behind this page must not read the new session.
  const session = useQuery({
    ...sessionQuery,
    queryKey: ["session", "after"],
    staleTime: 0,
    retry: 1,
  });
  const others = session.data?.organizations ?? [];
  return (
    <MessagePage title="The organization is deleted">
      <Text role="status">
        <Foreign>{name}</Foreign> and everything in it is gone. Its audit log is kept for a year.
      </Text>
      {session.isPending && <VisuallyHidden>Loading</VisuallyHidden>}
      {session.error instanceof ServiceError && session.error.status === 401 && (
        <Text>
          You belonged to no other organization, so you are signed out, and your name and e-mail
          address are removed here.
        </Text>
      )}
      {others.length > 0 && <Text>Your other organizations:</Text>}
      {others.map((other) => (
        <Button key={other.id} component="a" variant="default" href={`/organizations/${other.id}`}>
          <Foreign>{other.name}</Foreign>
        </Button>
      ))}
      {startPage}
    </MessagePage>
  );
}
