import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FiringView } from "../../../api/private/alerts.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { Ago } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { ShowOlder } from "../shell/show-older.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";

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
        const shown = alertId === undefined ? heads : heads.slice(1);
        return (
          <Stack>
            {firings.length === 0 ? (
              <Text c="dimmed">Nothing has fired.</Text>
            ) : (
              <RowTable label="Firings" heads={shown}>
                {firings.map((firing) => (
                  <FiringRow
                    key={`${firing.alertId} ${firing.eventId}`}
                    firing={firing}
                    heads={shown}
                  />
                ))}
              </RowTable>
            )}
            <ShowOlder query={query} what="firings" />
          </Stack>
        );
      }}
    </QueryStates>
  );
}

const heads: RowHead[] = [
  { name: "Alert" },
  { name: "When" },
  { name: "Counted by", wide: true },
  { name: "Count", end: true },
  { name: "Threshold", end: true, wide: true },
];

interface FiringRowProps {
  firing: FiringView;
  /** Without the alert's, if the list is of one. */
  heads: RowHead[];
}

function FiringRow({ firing, heads: shown }: FiringRowProps) {
  const { createdAt, alertName, counterName, previousLevel, level, threshold } = firing;
  const cells = [
    <Foreign key="alert">{alertName}</Foreign>,
    <Ago key="when" at={createdAt} />,
    <Foreign key="counter">{counterName}</Foreign>,
    `${formatExact(previousLevel)} → ${formatExact(level)}`,
    formatExact(threshold),
  ];
  return <Row heads={shown} cells={cells.slice(-shown.length)} />;
}
