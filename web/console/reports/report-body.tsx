import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { memo, type ReactNode, useId, useMemo } from "react";
import { dayOf } from "../../../core/calendar.ts";
import { addable, comparable } from "../../../core/reports/compared.ts";
import type { ReportRange } from "../../../core/reports/report-range.ts";
import { useOrganization } from "../api/session.ts";
import { formatInterval, formatTime } from "../charts/format.ts";
import { addedSentence, type CombinedRow, combine, type NamedReport } from "./combined.ts";
import { Headline } from "./headline.tsx";
import { Heatmap } from "./heatmap.tsx";
import { comparisonOf, type Dates, formatCompared, formatDates } from "./period.ts";
import { ReportPlot } from "./report-plot.tsx";
import { IntervalTable, TargetTable } from "./report-tables.tsx";

interface ReportBodyProps {
  reports: NamedReport[];
  range: ReportRange;
  /** When they were read. */
  readMs: number;
  of: "counters" | "groups";
  /** The period, as people write it. */
  dates: string;
  onDates(dates: Dates): void;
  /** Chooses how long the intervals are. */
  step: ReactNode;
}

/** A report that has been read. */
export const ReportBody = memo((props: ReportBodyProps) => {
  const { reports, range, readMs, of, dates, onDates, step } = props;
  const calendar = useOrganization();
  const { timeZone } = calendar;
  const added = useMemo(() => addable(reports), [reports]);
  const combined = useMemo(
    () => combine(comparable(reports), { range, calendar, nowMs: readMs }),
    [reports, range, calendar, readMs],
  );
  const dateAt = (ms: number) => dayOf(calendar, ms).date;
  const { compared } = combined;
  const said = [comparisonOf(range, { compared, calendar, readMs }), addedSentence(reports, of)];
  const before = formatCompared(range, { compared, calendar });
  const [only, ...more] = reports;
  const isSum = more.length > 0;
  const hasSum = added.length > 0;
  const isRunning = dayOf(calendar, readMs).date <= range.to;
  const isEmpty = reports.every(({ rows }) => rows.length === 0);
  const nameOf = (row: CombinedRow) => nameOfRow(row, { range, calendar });
  const kind = of === "groups" ? "Group" : "Counter";
  const listed = range.by === "hour" ? combined.rows.filter(hasNumbers) : combined.rows;
  return (
    <Stack gap="lg" className="report-body">
      {hasSum && (
        <Headline
          report={combined}
          only={isSum ? undefined : only}
          before={before}
          isRunning={isRunning}
        />
      )}
      <Text size="sm" c="dimmed" mt={hasSum ? -8 : 0}>
        {said.join(" ")}
      </Text>
      {isEmpty ? (
        <Text c="dimmed">
          Nothing was counted in {dates}. Choose other days, or other {of}.
        </Text>
      ) : (
        <>
          {hasSum && (
            <Part title={`In and out by ${range.by}`} className="report-whole" beside={step}>
              <ReportPlot
                rows={combined.rows}
                byHour={range.by === "hour"}
                nameOf={nameOf}
                before={before}
                onZoom={(fromMs, toMs) => onDates({ from: dateAt(fromMs), to: dateAt(toMs) })}
              />
            </Part>
          )}
          {hasSum && combined.heatmap !== null && (
            <Part title="In by weekday and hour, average per day" className="report-whole">
              <Heatmap of={combined.heatmap} />
            </Part>
          )}
          {isSum && (
            <Part title={`By ${kind.toLowerCase()}`}>
              <TargetTable
                reports={reports}
                combined={combined}
                now={formatCompared(range, { compared, calendar }, "now")}
                before={before}
                first={kind}
                timeZone={timeZone}
              />
            </Part>
          )}
          {hasSum && (
            <Part title={`By ${range.by}`}>
              {!isSum && (
                <Text size="xs" c="dimmed" className="print-only">
                  {listed.some(({ adjusted }) => adjusted !== 0n)
                    ? "Times of peaks"
                    : `Numbers at the end of each ${range.by}`}{" "}
                  are on the page, and in its CSV file.
                </Text>
              )}
              <IntervalTable
                rows={listed}
                combined={combined}
                nameOf={nameOf}
                onRow={
                  range.by === "hour"
                    ? undefined
                    : ({ startMs, endMs }) =>
                        onDates({ from: dateAt(startMs), to: dateAt(endMs - 1) })
                }
                timeZone={timeZone}
                before={before}
                by={range.by}
                only={isSum ? undefined : only}
              />
            </Part>
          )}
        </>
      )}
    </Stack>
  );
});

function hasNumbers({ in: ups, out, adjusted, inBefore }: CombinedRow): boolean {
  return ups !== 0n || out !== 0n || adjusted !== 0n || (inBefore ?? 0n) !== 0n;
}

interface PartProps {
  title: string;
  className?: string;
  beside?: ReactNode;
  children: ReactNode;
}

function Part({ title, className = "", beside, children }: PartProps) {
  const id = useId();
  return (
    <Paper
      withBorder
      bg="var(--console-surface)"
      component="section"
      className={`report-part ${className}`}
      aria-labelledby={id}
    >
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </Paper>
  );
}

function nameOfRow(
  { startMs, endMs }: CombinedRow,
  { range, calendar }: { range: ReportRange; calendar: Parameters<typeof dayOf>[0] },
): string {
  if (range.by === "week") {
    const [from, to] = [startMs, endMs - 1].map((ms) => dayOf(calendar, ms).date);
    return from === undefined || to === undefined ? "" : formatDates({ from, to });
  }
  const { timeZone } = calendar;
  if (range.by === "day" && range.from.slice(0, 4) === range.to.slice(0, 4)) {
    return formatTime(startMs, timeZone, { weekday: "short", month: "short", day: "numeric" });
  }
  return formatInterval({ startMs, knownMs: endMs }, range.by, timeZone);
}
