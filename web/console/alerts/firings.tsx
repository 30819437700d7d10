import { Stack, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FiringPage, FiringView } from "../../../core/private-api/alerts/alerts.ts";
import { read } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";
import { QueryStates } from "../shell/query-states.tsx";
import { ShowOlder } from "../shell/show-older.tsx";
import { Time } from "../shell/time.tsx";
import { WideTable } from "../tables/wide-table.tsx";

const heads = ["When", "Alert", "Counted by", "Level", "Threshold"];

/** What alerts fired, newest first: all of them, or one. */
export function Firings({ alertId }: { alertId?: string }) {
  const { id } = useOrganization();
  const of = alertId === undefined ? "" : `&alert=${alertId}`;
  const query = useInfiniteQuery({
    queryKey: [id, "firings", alertId ?? null],
    queryFn: ({ pageParam }) => {
      const from = pageParam === null ? "" : `&from=${encodeURIComponent(pageParam)}`;
      return read<FiringPage>(apiPath(id, `/firings?limit=25${of}${from}`));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: 10_000,
  });
  return (
    <QueryStates query={query}>
      {({ pages }) => {
        const firings = pages.flatMap((page) => page.firings);
        return (
          <Stack>
            {firings.length === 0 ? (
              <Text c="dimmed">Nothing has fired.</Text>
            ) : (
              <WideTable label="Firings" heads={heads} minWidth={680}>
                {firings.map((firing) => (
                  <FiringRow key={`${firing.alertId} ${firing.eventId}`} firing={firing} />
                ))}
              </WideTable>
            )}
            <ShowOlder query={query} what="firings" />
          </Stack>
        );
      }}
    </QueryStates>
  );
}

function FiringRow({ firing }: { firing: FiringView }) {
  const { createdAt, alertName, counterName, previousLevel, level, threshold } = firing;
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={createdAt} precision="second" />
      </Table.Td>
      <Table.Td>
        <bdi>{alertName}</bdi>
      </Table.Td>
      <Table.Td>
        <bdi>{counterName}</bdi>
      </Table.Td>
      <Table.Td>
        {previousLevel.toLocaleString()} → {level.toLocaleString()}
      </Table.Td>
      <Table.Td>{threshold.toLocaleString()}</Table.Td>
    </Table.Tr>
  );
}
