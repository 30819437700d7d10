import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { may } from "../../../core/members/role.ts";
import { useOrganization } from "../api/session.ts";
import { LoadingPage, MessagePage, MissingThing } from "../shell/page-states.tsx";
import { counterQuery } from "./counter-queries.ts";
import { useCounterActions } from "./use-counter-actions.tsx";

/** In place of the page of a counter that is archived, which can be restored, or unknown. */
export function MissingCounter({ id }: { id: string }) {
  const { id: organizationId, role } = useOrganization();
  const manages = may(role, "manage_counters");
  const query = useQuery({ ...counterQuery(organizationId, id), enabled: manages });
  const { restore } = useCounterActions();
  const restoring = useMutation({ mutationFn: restore });
  if (query.isLoading) return <LoadingPage />;
  const counter = query.data;
  if (!counter?.archivedAt) return <MissingThing thing="counter" />;
  return (
    <MessagePage
      title={`${withoutBidiControls(counter.name)} is archived`}
      why="It cannot be counted on. Its history is kept; when restored, it continues from its last count."
    >
      <Button onClick={() => restoring.mutate(counter)} loading={restoring.isPending}>
        Restore
      </Button>
    </MessagePage>
  );
}
