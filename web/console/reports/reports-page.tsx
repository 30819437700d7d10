import { Foreign } from "../shell/foreign.tsx";
import "../charts/charts.css";
import "./reports.css";
import { Button, Progress, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo } from "react";
import type { CounterView } from "../../../api/private/counters.ts";
import type { GroupView } from "../../../api/private/groups.ts";
import { groupsOfMore } from "../../../core/reports/compared.ts";
import { maximumTargets } from "../../../core/reports/report-range.ts";
import { csvDialect } from "../../browser/csv-line.ts";
import { saveFile } from "../../browser/save-file.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { allCountersQuery } from "../counters/counter-queries.ts";
import { dateFormat, precisions, zoneLabel } from "../dates/format.ts";
import { groupsQuery } from "../groups/group-queries.ts";
import { Page } from "../shell/page.tsx";
import { EmptyList, QueryStates } from "../shell/query-states.tsx";
import { useSearchAhead } from "../shell/use-search-ahead.ts";
import type { NamedReport } from "./combined.ts";
import { formatDates, rangeOfSearch } from "./period.ts";
import { ReportBody } from "./report-body.tsx";
import { ReportControls, StepChoice } from "./report-controls.tsx";
import { reportCsv } from "./report-csv.ts";
import type { ReportSearch } from "./report-search.ts";
import { mostTargets, type ReportTarget, useReport } from "./use-report.ts";

/** What was counted over days: numbers, bars, the hours of the week, and tables. */
export function ReportsPage() {
  const { id } = useOrganization();
  const { of, ids } = useSearch({ from: "/organizations/$organizationId/reports" });
  const counters = useQuery(allCountersQuery(id));
  const groups = useQuery(groupsQuery(id));
  if (counters.data === undefined || groups.data === undefined) {
    return (
      <Page title="Reports">
        <QueryStates query={counters}>
          {() => <QueryStates query={groups}>{() => null}</QueryStates>}
        </QueryStates>
      </Page>
    );
  }
  const known = counters.data.counters;
  const all = groupTargets(groups.data.groups, known);
  // Of people, where there is one.
  const first = all.find(({ countsPeople }) => countsPeople) ?? all[0];
  const begins = of === undefined && ids === undefined ? first?.id : undefined;
  return of === "groups" || begins !== undefined ? (
    <Report all={all} of="groups" begins={begins} />
  ) : (
    <Report all={known.filter(({ archivedAt }) => archivedAt === null)} of="counters" />
  );
}

function groupTargets(groups: GroupView[], counters: CounterView[]): ReportTarget[] {
  const others = groupsOfMore(counters);
  return groups.map(({ id, name }) => ({ id, name, countsPeople: !others.has(id) }));
}

interface ReportProps {
  all: ReportTarget[];
  of: "counters" | "groups";
  /** The group with which a report begins where nothing is chosen. */
  begins?: string | undefined;
}

function Report({ all, of, begins = "" }: ReportProps) {
  const [search, show] = useReportSearch();
  const calendar = useOrganization();
  const { ids = begins, last, from, to, by, against } = search;
  const targets = useMemo(() => {
    const wantedIds = new Set(ids === "" ? [] : ids.split(","));
    const some = all.filter(({ id }) => wantedIds.has(id));
    return some.length > 0 ? some : all;
  }, [all, ids]);
  const count = targets.length;
  const range = useMemo(
    () =>
      rangeOfSearch({ last, from, to, by, against }, { calendar, nowMs: nowMs(), targets: count }),
    [last, from, to, by, against, calendar, count],
  );
  // The controls answer at once; then it is read what they ask for.
  const wanted = useDeferredValue(range);
  const query = useReport(useDeferredValue(targets), wanted);
  const { data, error, done, isPlaceholderData } = query;
  const known = useMemo(() => new Map(all.map((target) => [target.id, target])), [all]);
  const reports = useMemo(
    () =>
      data?.reports.map((own): NamedReport => {
        const { name = own.id, countsPeople = true } = known.get(own.id) ?? {};
        return { ...own, name, countsPeople };
      }),
    [data, known],
  );
  const isWhole = count === all.length && begins === "";
  const chosen = useMemo(
    () => (isWhole ? [] : targets.map((target) => target.id)),
    [isWhole, targets],
  );
  const [only] = targets;
  const about = count === 1 ? (only?.name ?? "") : `${isWhole ? "All" : count} ${of}`;
  const dates = formatDates(data?.range ?? range);
  const isReady = reports !== undefined && !isPlaceholderData && wanted === range;
  const showDays = useCallback(
    (days: { from: string; to: string }) => show({ last: undefined, by: undefined, ...days }),
    [show],
  );
  const step = useMemo(
    () => (
      <div className="no-print">
        <StepChoice range={range} targets={count} onChange={show} />
      </div>
    ),
    [range, count, show],
  );
  return (
    <Page
      title="Reports"
      about="What was counted, day by day."
      paperHead={<PaperHead about={about} dates={dates} />}
      times="organization"
      actions={
        <>
          <Button
            variant="default"
            disabled={!isReady}
            onClick={() =>
              saveFile(
                reportCsv(reports ?? [], { range, calendar, dialect: csvDialect() }),
                `${about} ${range.from} ${range.to} by ${range.by}.csv`,
              )
            }
          >
            Export CSV
          </Button>
          <Button variant="default" disabled={!isReady} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <ReportControls range={range} all={all} chosen={chosen} of={of} onChange={show} />
      {all.length === 0 ? (
        <EmptyList title={`There are no ${of} yet: a report adds up what they count`} />
      ) : count > mostTargets ? (
        <EmptyList
          title={`A report adds up at most ${mostTargets} ${of}, of ${count.toLocaleString()}. Choose some`}
        >
          {of === "counters" && (
            <Button variant="default" onClick={() => show({ of: "groups", ids: undefined })}>
              Show groups
            </Button>
          )}
        </EmptyList>
      ) : (
        <>
          {query.isFetching && count > maximumTargets && (
            <Reading done={done} count={count} of={of} />
          )}
          {error !== null && !isReady ? (
            <QueryStates query={query}>{() => null}</QueryStates>
          ) : data === undefined || reports === undefined ? (
            <Stack gap="lg" role="status" aria-label="Loading the report">
              <Skeleton height={110} />
              <Skeleton height={300} />
            </Stack>
          ) : (
            <div style={{ opacity: isPlaceholderData ? 0.5 : 1 }} aria-busy={isPlaceholderData}>
              <ReportBody
                reports={reports}
                range={data.range}
                readMs={data.readMs}
                of={of}
                dates={dates}
                onDates={showDays}
                step={step}
              />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/** What the URL says; each name of a change takes the place of what was there. */
function useReportSearch(): [ReportSearch, (change: ReportSearch) => void] {
  const navigate = useNavigate({ from: "/organizations/$organizationId/reports" });
  const put = useCallback(
    (change: ReportSearch) =>
      void navigate({
        search: (before) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return useSearchAhead<ReportSearch>(
    useSearch({ from: "/organizations/$organizationId/reports" }),
    put,
  );
}

function Reading({ done, count, of }: { done: number; count: number; of: string }) {
  return (
    <Stack gap={4} className="no-print">
      <Text size="sm" role="status">
        {done.toLocaleString()} of {count.toLocaleString()} {of} read
      </Text>
      <Progress value={(100 * done) / count} aria-label="Read" />
    </Stack>
  );
}

/** What paper says instead of the page's controls. */
function PaperHead({ about, dates }: { about: string; dates: string }) {
  const { name, timeZone } = useOrganization();
  return (
    <div className="report-print-head">
      <p className="report-print-organization">
        <Foreign>{name}</Foreign>
      </p>
      <p className="report-print-title">
        <Foreign>{about}</Foreign>
      </p>
      <p>
        {dates} · times in {zoneLabel(timeZone)} · printed{" "}
        {dateFormat(precisions.minute, timeZone).format(nowMs())}
      </p>
    </div>
  );
}
