import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { FiringView } from "../../../api/private/alerts.ts";
import { withoutBidiControls } from "../../../core/bidi.ts";
import { groupBy } from "../../../core/group-by.ts";
import { read } from "../api/private-api.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { Time, useDayName } from "../dates/time.tsx";
import { Foreign } from "../shell/foreign.tsx";
import { PageLink } from "../shell/page-link.tsx";
import { QueryStates } from "../shell/query-states.tsx";
import { ShowOlder } from "../shell/show-older.tsx";
import { Row, type RowHead, RowTable } from "../tables/row-table.tsx";

interface FiringsPanelProps {
  /** The alert whose page it is. */
  alertId?: string;
  /** Those that have a page; others were deleted. */
  alerts?: { id: string }[] | undefined;
}

/** What alerts fired, newest first: those of one alert, or without its id all of them. */
export function FiringsPanel({ alertId, alerts = [] }: FiringsPanelProps) {
  const { id } = useOrganization();
  const dayName = useDayName();
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
        const ofDays = groupBy(firings, (each) => `${dayName(each.createdAt)} ${each.alertId}`);
        const shown = alertId === undefined ? heads : heads.slice(1);
        return (
          <Stack>
            {firings.length === 0 ? (
              <Text c="dimmed">Nothing has fired.</Text>
            ) : (
              <RowTable
                label="Firings"
                heads={shown}
                opens="always"
                stacked={alertId === undefined}
              >
                {[...ofDays].map(([key, ofDay]) => (
                  <FiringsRow
                    key={key}
                    firings={ofDay}
                    day={dayName(ofDay[0].createdAt)}
                    heads={shown}
                    hasPage={alerts.some((alert) => alert.id === ofDay[0].alertId)}
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
  { name: "Counter", wide: true },
  { name: "Count", end: true, wide: true },
  { name: "Threshold", end: true, wide: true },
];

interface FiringsRowProps {
  /** Of one alert and day, the newest first. */
  firings: [FiringView, ...FiringView[]];
  day: string;
  /** Without the alert's, if the list is of one. */
  heads: RowHead[];
  hasPage: boolean;
}

/** What an alert fired on one day; several open below. */
function FiringsRow({ firings, day, heads: shown, hasPage }: FiringsRowProps) {
  const { id: organizationId } = useOrganization();
  const [newest] = firings;
  const { alertId, alertName, createdAt } = newest;
  const isOne = firings.length === 1;
  const cells = [
    hasPage ? (
      <PageLink
        key="alert"
        inherit
        className="row-name row-above"
        to="/organizations/$organizationId/alerts/$alertId"
        params={{ organizationId, alertId }}
      >
        <Foreign>{alertName}</Foreign>
      </PageLink>
    ) : (
      <Foreign key="alert">{alertName}</Foreign>
    ),
    <span key="when">
      {day}, {!isOne && `${firings.length.toLocaleString()} times, last at `}
      <Time at={createdAt} precision="time" />
    </span>,
    <Foreign key="counter">{newest.counterName}</Foreign>,
    change(newest),
    formatExact(newest.threshold),
  ];
  return (
    <Row
      heads={shown}
      cells={cells.slice(-shown.length)}
      opens={withoutBidiControls(`${alertName}, ${day}`)}
      details={
        <dl className="facts">
          {firings.map((each) => (
            <div key={each.eventId}>
              <dt>
                <Time at={each.createdAt} precision="clock" />
              </dt>
              <dd>
                {change(each)}, counted by <Foreign>{each.counterName}</Foreign>
              </dd>
            </div>
          ))}
        </dl>
      }
    />
  );
}

function change({ previousLevel, level }: FiringView): string {
  return `${formatExact(previousLevel)} → ${formatExact(level)}`;
}
