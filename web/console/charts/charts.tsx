import { Foreign } from "../shell/foreign.tsx";
import "./charts.css";
import { Alert, Button, Card, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ChartView, ExactNumber } from "../../../api/private/charts.ts";
import { type Calendar, dayStartTime, midnight } from "../../../core/calendar.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { formatDayStart, zoneLabel } from "../dates/format.ts";
import { ChartLegend } from "./chart-legend.tsx";
import { type View, viewOf } from "./chart-search.ts";
import { ChartTable } from "./chart-table.tsx";
import {
  type CountName,
  countNames,
  formatExact,
  formatInterval,
  formatRange,
  formatSigned,
} from "./format.ts";
import { Plot } from "./plot.tsx";
import { usePlotColors } from "./plot-colors.ts";
import type { Threshold } from "./plot-marks.ts";
import { flowData, flowOptions, levelData, levelOptions, type PlotSetup } from "./plots.ts";
import { fittingPreset, type PresetName, type Range, zoomedRange } from "./range.ts";
import { RangeControls } from "./range-controls.tsx";
import {
  type ChartRow,
  isAdjusted,
  isCounted,
  levelLine,
  rowAt,
  rowsOf,
  shownSum,
  sumOf,
} from "./rows.ts";
import { type ChartTarget, useChart } from "./use-chart.ts";
import { useChartView } from "./use-chart-view.ts";

export interface ChartsProps extends ChartTarget {
  /** Lines across the level. */
  thresholds?: Threshold[];
  /** The number that the page shows: it is read more often than the rest. */
  now: ExactNumber | undefined;
}

/** The history of a counter or a group: level over time, and ups and downs of each interval. */
export function Charts({ scope, targetId, now, thresholds = none }: ChartsProps) {
  const [fitting, setFitting] = useState<PresetName>("day");
  const [{ range, resolution }, setView] = useChartView(fitting);
  /** What was shown before each zoom, the newest first. */
  const [earlier, setEarlier] = useState<View[]>([]);
  const [asTable, setAsTable] = useState(false);
  // The controls answer at once; then it is read and drawn what they ask for.
  const wanted = useDeferredValue(range);
  const query = useChart(
    { scope, targetId },
    { range: wanted, resolution: useDeferredValue(resolution) },
  );
  const { data, error, isPlaceholderData, refetch } = query;
  const heading = useId();
  const calendar = useRef<Calendar>(undefined);
  const chart = data?.chart;
  if (chart !== undefined) calendar.current = chart;
  const isNew = chart?.now.lastCountAt === null;
  const fits = chart && fittingPreset(chart.now.lastCountAt, nowMs());
  // Once: what is looked at must not change while people count.
  useEffect(() => setFitting((first) => (first === "day" ? (fits ?? first) : first)), [fits]);
  const [back] = earlier;
  const show = useCallback(
    (view: View, before: View[] = []) => {
      setEarlier(before);
      setView(view);
    },
    [setView],
  );
  const showRange = useCallback((next: Range) => show(viewOf(next)), [show]);
  // Both plots say when one of them is dragged: the second time changes nothing.
  const zoom = useCallback(
    (fromMs: number, toMs: number) =>
      show(viewOf(zoomedRange(fromMs, toMs)), [{ range, resolution }, ...earlier]),
    [range, resolution, earlier, show],
  );
  return (
    <Card
      withBorder
      bg="var(--console-surface)"
      className="chart-card"
      component="section"
      aria-labelledby={heading}
    >
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id={heading}>
            History
          </Title>
          {!isNew && (
            <Button
              variant="subtle"
              className="no-print"
              size="compact-sm"
              mr={-9}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? "Show as chart" : "Show as table"}
            </Button>
          )}
        </Group>
        {!isNew && (
          <RangeControls
            range={range}
            resolution={resolution}
            calendar={calendar.current}
            onBack={back && (() => show(back, earlier.slice(1)))}
            onRange={showRange}
            onResolution={(next) => show({ range, resolution: next }, earlier)}
          />
        )}
        {error !== null && (
          <Alert color="red" title="The history could not be loaded" role="alert">
            <Group>
              <Text size="sm">{error.message}</Text>
              <Button size="compact-sm" variant="default" onClick={() => refetch()}>
                Try again
              </Button>
            </Group>
          </Alert>
        )}
        {data === undefined ? (
          error === null && <Skeleton height={420} role="status" aria-label="Loading the history" />
        ) : isNew ? (
          <Text c="dimmed">Nothing has been counted yet. The first count begins the chart.</Text>
        ) : (
          <Drawn
            chart={data.chart}
            readMs={data.readMs}
            range={wanted}
            outdated={isPlaceholderData}
            thresholds={thresholds}
            countName={countNames[scope]}
            now={now}
            asTable={asTable}
            onZoom={zoom}
          />
        )}
      </Stack>
    </Card>
  );
}

const none: Threshold[] = [];

interface DrawnProps {
  chart: ChartView;
  readMs: number;
  range: Range;
  /** True while the chart of another range is loaded. */
  outdated: boolean;
  thresholds: Threshold[];
  countName: CountName;
  now: ExactNumber | undefined;
  asTable: boolean;
  onZoom(fromMs: number, toMs: number): void;
}

const Drawn = memo((props: DrawnProps) => {
  const { chart, readMs, range, outdated, thresholds, countName, now, asTable, onZoom } = props;
  const rows = useMemo(() => rowsOf(chart, readMs), [chart, readMs]);
  const [cursorMs, setCursorMs] = useState<number>();
  const colors = usePlotColors();
  const cursorName = useId();
  const newest = useRef<{ rows: ChartRow[]; onZoom: DrawnProps["onZoom"] }>({ rows, onZoom });
  newest.current = { rows, onZoom };
  const { timeZone, resolution } = chart;
  const byDay = resolution === "day";
  const options = useMemo(() => {
    const setup: PlotSetup = {
      ...{ timeZone, byDay, colors, cursorName, onCursor: setCursorMs },
      onZoom: (fromMs, toMs) => newest.current.onZoom(fromMs, toMs),
      rows: () => newest.current.rows,
    };
    return { level: levelOptions(setup, thresholds), flow: flowOptions(setup) };
  }, [timeZone, byDay, colors, cursorName, thresholds]);
  const level = useMemo(() => levelData(levelLine(chart, rows)), [chart, rows]);
  const flow = useMemo(() => flowData(rows), [rows]);
  if (asTable) return <ChartTable chart={chart} rows={rows} countName={countName} />;
  const [fromMs, toMs] =
    range.kind === "fixed" ? [range.fromMs, range.toMs] : [Date.parse(chart.from), readMs];
  const anyCounted = rows.some(isCounted);
  return (
    <div style={{ opacity: outdated ? 0.5 : 1 }} aria-busy={outdated}>
      <PrintedRange fromMs={fromMs} toMs={toMs} timeZone={timeZone} />
      <ChartLegend
        chart={chart}
        range={range}
        rows={rows}
        row={rowAt(rows, cursorMs)}
        colors={colors}
        countName={countName}
        now={(range.kind === "last" ? now : undefined) ?? chart.endLevel}
      />
      <div role="img" aria-label={summaryOf(chart, rows, countName)}>
        {level[0].length > 0 && <Plot options={options.level} data={level} />}
        {anyCounted && <Plot options={options.flow} data={flow} />}
      </div>
      <Text size="xs" c="dimmed">
        {anyCounted ? (
          <>
            The line shows the {countName.toLowerCase()} at the end of each {resolution}.{" "}
            <span className="drag-hint no-print">Drag across the chart to zoom. </span>
          </>
        ) : (
          "Nothing was counted in this range. "
        )}
        {dayNote(chart)}
      </Text>
    </div>
  );
});

/** When days start, where it is not at midnight and can be seen. */
function dayNote(chart: ChartView): string {
  const at = dayStartTime(chart);
  const isSeen = chart.resolution === "day" && at !== midnight;
  return isSeen ? `Days start at ${formatDayStart(at)}.` : "";
}

/** What the chart shows, in a sentence. */
function summaryOf(chart: ChartView, rows: ChartRow[], countName: CountName): string {
  const { resolution, timeZone, level, endLevel } = chart;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return "Nothing was counted.";
  const [from, to] = [first, last].map((row) => formatInterval(row, resolution, timeZone));
  const adjusted = rows.some(isAdjusted)
    ? `, adjusted by ${formatSigned(sumOf(rows, "adjusted"))}`
    : "";
  return (
    `From ${from} to ${to}: the ${countName.toLowerCase()} went from ${formatExact(level)} to ` +
    `${formatExact(endLevel)}, with ${formatExact(shownSum(rows, "ups"))} in and ` +
    `${formatExact(shownSum(rows, "downs"))} out${adjusted}. ` +
    "The table shows all numbers."
  );
}

interface PrintedRangeProps {
  fromMs: number;
  toMs: number;
  timeZone: string;
}

/** What stands on paper only: whose chart it is, of when, and when it was printed. */
function PrintedRange({ fromMs, toMs, timeZone }: PrintedRangeProps) {
  const { name } = useOrganization();
  const now = nowMs();
  return (
    <Text size="sm" className="print-only">
      <Foreign>{name}</Foreign>, {formatRange(fromMs, toMs, timeZone)} ({zoneLabel(timeZone)}
      ). Printed {formatRange(now, now, timeZone)}.
    </Text>
  );
}
