import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { CounterView } from "../../../api/private/counters.ts";
import { useOrganization } from "../api/session.ts";
import { EmptyList } from "../shell/query-states.tsx";
import { allCountersQuery, useLiveCounters } from "./counter-queries.ts";
import { FirstRun } from "./first-run.tsx";

interface FirstCounterProps {
  /** False for a person who only looks. */
  manages: boolean;
  /** The counter that was made here; undefined before. */
  counter: CounterView | undefined;
  onMade: (counter: CounterView) => void;
  /** Leaves the first steps for the list of counters. */
  onDone: () => void;
}

/** What stands in place of the list of an organization without counters: its first steps. */
export function FirstCounter({ manages, counter, onMade, onDone }: FirstCounterProps) {
  const { id } = useOrganization();
  const queryClient = useQueryClient();
  const { live } = useLiveCounters(id, counter === undefined ? [] : [counter.id]);
  if (!manages) {
    return (
      <EmptyList title="No counters yet">
        <Text>An owner or an admin of the organization creates the first one.</Text>
      </EmptyList>
    );
  }
  return (
    <FirstRun
      counter={counter && (live.get(counter.id) ?? counter)}
      onMade={onMade}
      onDone={async () => {
        // Before the list is shown: what was loaded says that there is no counter.
        await queryClient.refetchQueries(allCountersQuery(id));
        onDone();
      }}
    />
  );
}
