import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useId, useMemo, useState } from "react";
import type { HistoryEventView } from "../../../../api/private/charts.ts";
import { groupBy } from "../../../../core/group-by.ts";
import { formatExact, formatSigned } from "../../charts/format.ts";
import { MadeAt, Time, useDayName } from "../../dates/time.tsx";
import { Foreign } from "../../shell/foreign.tsx";
import { ShowOlder } from "../../shell/show-older.tsx";
import { DayRow, Row, type RowHead, RowTable } from "../../tables/row-table.tsx";
import { type CountedBy, useCountedBy } from "./counted-by.ts";
import { EventNotes } from "./event-notes.tsx";
import { HistoryExport } from "./history-export.tsx";
import { type HistoryOf, readPage } from "./read-history.ts";

const pageSize = 50;
/** Shown until a person asks for all: what stands below them is looked for, too. */
const newestShown = 10;

interface HistoryProps extends HistoryOf {
  counterName: string;
  /** The newest that the page knows of: rows that lack it are read again. */
  lastEventId: number;
}

/** Who counted what and when, newest first. */
export function HistoryPanel(props: HistoryProps) {
  const { organizationId, counterId, counterName, lastEventId } = props;
  const heading = useId();
  const { countedBy, isReading } = useCountedBy();
  const of = { organizationId, counterId };
  const query = useInfiniteQuery({
    queryKey: [organizationId, "counters", counterId, "history"],
    queryFn: ({ pageParam }) => readPage(of, { limit: pageSize, beforeEventId: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: HistoryEventView[]) =>
      page.length < pageSize ? undefined : page.at(-1)?.lastEventId,
    // All loaded pages are read again; who has gone far back looks at what does not change.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 2 ? false : 10_000),
    refetchIntervalInBackground: false,
  });
  const { data, error, refetch } = query;
  const events = data?.pages.flat();
  const isBehind = (events?.[0]?.lastEventId ?? lastEventId) < lastEventId;
  const isFew = (data?.pages.length ?? 0) <= 2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number of the page
  useEffect(() => {
    if (isBehind && isFew) void refetch();
  }, [lastEventId, isBehind, isFew, refetch]);
  const [isWhole, setWhole] = useState(false);
  const hasMore = !isWhole && events !== undefined && events.length > newestShown;
  return (
    <Card withBorder bg="var(--console-surface)" component="section" aria-labelledby={heading}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id={heading}>
            Counts
          </Title>
          <Group gap="xs" className="no-print">
            <HistoryExport of={of} counterName={counterName} countedBy={countedBy} />
          </Group>
        </Group>
        {error !== null && (
          <Alert color="red" title="The counts could not be loaded" role="alert">
            <Group>
              <Text size="sm">{error.message}</Text>
              <Button size="compact-sm" variant="default" onClick={() => query.refetch()}>
                Try again
              </Button>
            </Group>
          </Alert>
        )}
        {error === null && (events === undefined || isReading) && (
          <div
            className="list-shape"
            // With the heads of the table and of a day.
            style={{ height: `calc(${Math.min(lastEventId, newestShown) + 2} * var(--row-size))` }}
            role="status"
            aria-label="Loading the counts"
          />
        )}
        {events?.length === 0 && <Text c="dimmed">Nobody has counted here yet.</Text>}
        {events !== undefined && events.length > 0 && !isReading && (
          <EventTable
            events={isWhole ? events : events.slice(0, newestShown)}
            countedBy={countedBy}
          />
        )}
        {isWhole && <ShowOlder query={query} what="counts" />}
        {hasMore && (
          <Button variant="default" className="no-print" mx="auto" onClick={() => setWhole(true)}>
            All counts
          </Button>
        )}
      </Stack>
    </Card>
  );
}

const heads: RowHead[] = [
  { name: "When", time: true },
  { name: "Change", end: true },
  { name: "Count", end: true },
  { name: "Who", wide: true },
  { name: "Notes", wide: true },
];

interface EventTableProps {
  events: HistoryEventView[];
  countedBy: CountedBy;
}

function EventTable({ events, countedBy }: EventTableProps) {
  // Newest first: an undo is read before its tap.
  const undone = useMemo(() => new Set(events.map(({ undoes }) => undoes)), [events]);
  const dayName = useDayName();
  const days = groupBy(events, ({ createdAt }) => dayName(createdAt));
  return (
    <RowTable label="Counts" heads={heads} opens="narrow">
      {[...days].map(([day, ofDay]) => (
        <Fragment key={day}>
          <DayRow day={day} columns={heads.length + 1} />
          {ofDay.map((event) => {
            const who = countedBy(event);
            return (
              <Row
                key={event.lastEventId}
                heads={heads}
                opens={`${formatSigned(event.delta)} by ${who}`}
                cells={[
                  <Fragment key="when">
                    <Time at={event.createdAt} precision="clock" />
                    <MadeAt at={event.tappedAt} countedAt={event.createdAt} />
                  </Fragment>,
                  formatSigned(event.delta),
                  formatExact(event.count),
                  <Foreign key="who">{who}</Foreign>,
                  <EventNotes key="notes" event={event} isUndone={undone.has(event.lastEventId)} />,
                ]}
              />
            );
          })}
        </Fragment>
      ))}
    </RowTable>
  );
}
