import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Fragment } from "react";
import type { AuditEntryView } from "../../../api/private/audit.ts";
import { groupBy } from "../../../core/group-by.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { useDayName } from "../dates/time.tsx";
import { Page } from "../shell/page.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { ShowOlder } from "../shell/show-older.tsx";
import { DayRow, RowTable } from "../tables/row-table.tsx";
import { type AuditSearch, auditQuery } from "./audit-search.ts";
import { EntryRow, entryHeads } from "./entry-row.tsx";
import { Filters } from "./filters.tsx";
import { useNames } from "./use-names.ts";

const route = getRouteApi("/organizations/$organizationId/settings/audit");

/** Who changed what in the last year. */
export function AuditPage() {
  const { id } = useOrganization();
  const search: AuditSearch = route.useSearch();
  const filter = auditQuery(search);
  const query = useInfiniteQuery({
    queryKey: [id, "audit", filter],
    queryFn: ({ pageParam }) => {
      const page = { limit: 50, ...(pageParam !== null && { from: pageParam }) };
      const organization = { organizationId: id };
      return read("GET /api/organization/{organizationId}/audit", organization, {
        ...filter,
        ...page,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Page
      title="Audit log"
      about="Who changed what, newest first, kept for a year. Taps are in each counter’s history. An operator runs the service."
      times="viewer"
    >
      <Filters search={search} />
      <QueryStates query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return (
            <Stack>
              {entries.length === 0 ? (
                <EmptyList title="No entries">
                  <Text>
                    {query.hasNextPage
                      ? "Older entries have not been searched yet."
                      : "No changes match these filters."}
                  </Text>
                </EmptyList>
              ) : (
                <Entries entries={entries} />
              )}
              <ShowOlder query={query} what="entries" />
            </Stack>
          );
        }}
      </QueryStates>
    </Page>
  );
}

function Entries({ entries }: { entries: AuditEntryView[] }) {
  const nameOf = useNames(entries);
  const dayName = useDayName();
  const days = groupBy(entries, ({ at }) => dayName(at));
  return (
    <div className="rows-of-changes">
      <RowTable label="Audit log" heads={entryHeads} opens="always" stacked>
        {[...days].map(([day, ofDay]) => (
          <Fragment key={day}>
            <DayRow day={day} columns={entryHeads.length + 1} />
            {ofDay.map((entry) => (
              <EntryRow
                key={`${entry.at} ${entry.action} ${entry.target.id}`}
                entry={entry}
                nameOf={nameOf}
              />
            ))}
          </Fragment>
        ))}
      </RowTable>
    </div>
  );
}
