import { Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FiringView } from "../../../api/private/alerts.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { Ago } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { ShowOlder } from "../shell/show-older.tsx";
import { StackedCell, StackedTable } from "../tables/stacked-table.tsx";

/** What alerts fired, newest first: those of one alert, or without its id all of them. */
export function FiringsPanel({ alertId }: { alertId?: string }) {
  const { id } = useOrganization();
  const query = useInfiniteQuery({
    queryKey: [id, "firings", alertId ?? null],
    queryFn: ({ pageParam }) =>
      read(
        "GET /api/alerts/{organizationId}/firings",
        { organizationId: id },
        { limit: 25, alert: alertId, from: pageParam ?? undefined },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 10_000,
  });
  return (
    <QueryStates query={query}>
      {({ pages }) => {
        const firings = pages.flatMap((page) => page.firings);
        const heads = ["When", "Counted by", "Count", "Threshold"];
        return (
          <Stack>
            {firings.length === 0 ? (
              <Text c="dimmed">Nothing has fired.</Text>
            ) : (
              <StackedTable
                label="Firings"
                heads={alertId === undefined ? ["Alert", ...heads] : heads}
              >
                {firings.map((firing) => (
                  <FiringRow
                    key={`${firing.alertId} ${firing.eventId}`}
                    firing={firing}
                    isOfMany={alertId === undefined}
                  />
                ))}
              </StackedTable>
            )}
            <ShowOlder query={query} what="firings" />
          </Stack>
        );
      }}
    </QueryStates>
  );
}

interface FiringRowProps {
  firing: FiringView;
  /** Whether the list has firings of other alerts, too. */
  isOfMany: boolean;
}

function FiringRow({ firing, isOfMany }: FiringRowProps) {
  const { createdAt, alertName, counterName, previousLevel, level, threshold } = firing;
  return (
    <Table.Tr role="row">
      {isOfMany && (
        <StackedCell head="Alert" title>
          <Foreign>{alertName}</Foreign>
        </StackedCell>
      )}
      <StackedCell head="When" title={!isOfMany}>
        <Ago at={createdAt} />
      </StackedCell>
      <StackedCell head="Counted by">
        <Foreign>{counterName}</Foreign>
      </StackedCell>
      <StackedCell head="Count">
        {previousLevel.toLocaleString()} → {level.toLocaleString()}
      </StackedCell>
      <StackedCell head="Threshold">{threshold.toLocaleString()}</StackedCell>
    </Table.Tr>
  );
}
