import { Anchor, Table, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { CountableCounters } from "../../../core/private-api/counting.ts";
import { read } from "../api/private-api.ts";
import { apiPath, useOrganization } from "../api/session.ts";

/** The counters of an organization. */
export function CountersPage() {
  const { id } = useOrganization();
  const { data } = useSuspenseQuery({
    queryKey: [id, "counters"],
    queryFn: () => read<CountableCounters>(apiPath(id, "/counters")),
    refetchInterval: 2_000,
  });
  return (
    <>
      <Title order={1}>Counters</Title>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="right">Count</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.counters.map((counter) => (
            <Table.Tr key={counter.id}>
              <Table.Td>
                <Anchor href={`/count/${counter.id}`}>
                  <bdi>{counter.name}</bdi>
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">{counter.count.toLocaleString()}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
