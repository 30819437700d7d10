import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useOrganization } from "../../api/session.ts";
import { Ago } from "../../dates/time.tsx";
import { Foreign } from "../../shell/foreign.tsx";
import { PageLink } from "../../shell/page-link.tsx";
import { EmptyList, QueryStates } from "../../shell/query-states.tsx";
import { Section } from "../../shell/section.tsx";
import { RowCell, RowTable } from "../../tables/row-table.tsx";
import { countableQuery } from "../webhook-queries.ts";

const heads = [{ name: "Counter" }, { name: "Newest count", end: true }];
const [counterHead, newest] = heads;

/** The counters that counted last, to show the events of one; they come with those to choose from. */
export function LastCounted() {
  const { id: organizationId } = useOrganization();
  const query = useQuery(countableQuery(organizationId));
  return (
    <QueryStates query={query}>
      {({ counters, lastCounted }) => {
        if (lastCounted.length === 0) return <NothingCounted />;
        const names = new Map(counters.map(({ id, name }) => [id, name]));
        return (
          <Section
            title="Counted last"
            about="Choose one of these counters, or any other above, to see what became of each of its counts."
          >
            <RowTable label="Counted last" heads={heads}>
              {lastCounted.map(({ id, at }) => (
                <Table.Tr key={id}>
                  <RowCell head={counterHead}>
                    <PageLink
                      inherit
                      className="row-link"
                      to="/organizations/$organizationId/settings/events"
                      params={{ organizationId }}
                      search={{ of: "counter", counter: id }}
                    >
                      <Foreign>{names.get(id)}</Foreign>
                    </PageLink>
                  </RowCell>
                  <RowCell head={newest}>
                    <Ago at={at} />
                  </RowCell>
                </Table.Tr>
              ))}
            </RowTable>
          </Section>
        );
      }}
    </QueryStates>
  );
}

function NothingCounted() {
  const { id: organizationId } = useOrganization();
  return (
    <EmptyList title="Nothing was counted yet">
      <Text>Each count is an event. Once a counter has counted, its events are shown here.</Text>
      <PageLink to="/organizations/$organizationId/counters" params={{ organizationId }}>
        Go to the counters
      </PageLink>
    </EmptyList>
  );
}
