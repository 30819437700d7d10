import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { focusManager, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { access, type LostAccess as Lost, useLostAccess } from "../api/access.ts";
import { read, ServiceError } from "../api/private-api.ts";
import { type OrganizationOfPerson, sessionQuery } from "../api/session.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { Foreign } from "./foreign.tsx";
import { signInPath } from "./page-states.tsx";

interface LostAccessProps {
  organization: OrganizationOfPerson;
  /** Whether the session says that the person is not in it any more. */
  isMissing: boolean;
}

/**
 * Says over the whole page that the person is signed out or removed. The page below stays as it is,
 * and goes on when they are back.
 */
export function LostAccessNotice({ organization: { id, name }, isMissing }: LostAccessProps) {
  const told = useLostAccess(id);
  useEffect(() => {
    if (isMissing) access.set({ reason: "removed", organizationId: id });
  }, [isMissing, id]);
  const [putAside, setPutAside] = useState<Lost>();
  const lookAgain = useLookAgain(id);
  const isLost = told !== undefined;
  useEffect(() => {
    if (!isLost) return;
    // Nothing is polled meanwhile.
    focusManager.setFocused(false);
    const look = () => document.visibilityState === "visible" && void lookAgain();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      focusManager.setFocused(undefined);
    };
  }, [isLost, lookAgain]);
  if (told === undefined) return null;
  if (putAside === told) {
    return (
      <Alert className="lost-access" color="red" role="alert">
        <Group gap="sm">
          <Text size="sm">{titles[told.reason]}. Nothing can be changed here.</Text>
          <Button size="compact-sm" variant="default" onClick={() => setPutAside(undefined)}>
            What to do
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Dialog
      onClose={() => setPutAside(told)}
      title={titles[told.reason]}
      closeOnClickOutside={false}
      withCloseButton={false}
      zIndex={300}
    >
      <Stack>
        <Explanation reason={told.reason} name={name} />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={() => setPutAside(told)}>
            Keep this page open
          </Button>
          {told.reason === "signed_out" && (
            <Button component="a" href={signInPath()} target="_blank">
              Sign in
            </Button>
          )}
          {told.reason === "removed" && (
            <>
              <Button variant="default" component="a" href={signInPath()}>
                Sign in with another account
              </Button>
              <Button component="a" href="/">
                Change organization
              </Button>
            </>
          )}
          {told.reason === "other_person" && (
            <Button onClick={() => location.reload()}>Load the page again</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

const titles = {
  signed_out: "You are signed out",
  removed: "You are not in this organization any more",
  other_person: "Another person is signed in now",
};

function Explanation({ reason, name }: Pick<Lost, "reason"> & { name: string }) {
  switch (reason) {
    case "signed_out":
      return (
        <Text>
          Your session has ended, or you signed out elsewhere. Sign in in a new tab, then come back
          to this one: it goes on by itself, and what you have typed is still here.
        </Text>
      );
    case "removed":
      return (
        <Text>
          You were removed from <Foreign>{name}</Foreign>, or it was deleted. What you have typed
          can still be copied while this page is open.
        </Text>
      );
    case "other_person":
      return <Text>This page was opened by another person. It has to be loaded again.</Text>;
  }
}

/** Asks whether the person is back: signed in, and in the organization. */
function useLookAgain(organizationId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const personId = session.person.id;
  return useCallback(async () => {
    try {
      const now = await read("GET /api/session", {});
      if (now.person.id !== personId) {
        return access.set({ reason: "other_person", organizationId: null });
      }
      const isIn = now.organizations.some(({ id }) => id === organizationId);
      if (!isIn) return access.set({ reason: "removed", organizationId });
      queryClient.setQueryData(sessionQuery.queryKey, now);
      access.set(undefined);
    } catch (error) {
      // Still signed out, or not to be reached: the page says so already.
      if (!(error instanceof ServiceError)) throw error;
    }
  }, [queryClient, personId, organizationId]);
}
