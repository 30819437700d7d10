import { Group, Text } from "@mantine/core";
import { useId, useMemo, useRef, useState } from "react";
import uPlot from "uplot";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { Plot } from "../charts/plot.tsx";
import { usePlotColors } from "../charts/plot-colors.ts";
import { flowOptions } from "../charts/plots.ts";
import { type ChartRow, rowAt } from "../charts/rows.ts";
import type { CombinedRow } from "./combined.ts";

interface ReportPlotProps {
  rows: CombinedRow[];
  byHour: boolean;
  /** Says which interval a row is. */
  nameOf(row: CombinedRow): string;
  /** The period before, as people write it. */
  before: string;
  onZoom(fromMs: number, toMs: number): void;
}

/** In and out of each interval as bars, and the period before as a quiet line over them. */
export function ReportPlot({ rows, byHour, nameOf, before, onZoom }: ReportPlotProps) {
  const { timeZone } = useOrganization();
  const colors = usePlotColors();
  const [cursorMs, setCursorMs] = useState<number>();
  const cursorName = useId();
  const drawn = useMemo(() => rows.map(chartRow), [rows]);
  const newest = useRef({ drawn, onZoom });
  newest.current = { drawn, onZoom };
  const options = useMemo(() => {
    const bars = flowOptions({
      ...{ timeZone, byDay: !byHour, colors, cursorName, onCursor: setCursorMs },
      onZoom: (fromMs, toMs) => newest.current.onZoom(fromMs, toMs),
      rows: () => newest.current.drawn,
    });
    const { draw, ...hooks } = bars.hooks ?? {};
    const [times = {}, ...axes] = bars.axes ?? [];
    return {
      ...bars,
      height: 230,
      axes: [byHour ? times : { ...times, incrs: wholeDays, size: 28 }, ...axes],
      series: [...bars.series, beforeSeries(colors.text), beforeSeries(colors.text)],
      // Below the lines of the period before.
      hooks: { ...hooks, ...(draw && { drawAxes: draw }) },
    };
  }, [timeZone, colors, cursorName, byHour]);
  const data = useMemo(() => plotData(rows), [rows]);
  const under = rowAt(drawn, cursorMs);
  const row = under && rows[drawn.indexOf(under)];
  return (
    <div className="report-plot">
      <Group gap="lg" mih={28} className="figures chart-legend">
        {row !== undefined && (
          <Text size="sm" fw={600}>
            {nameOf(row)}
          </Text>
        )}
        <Key color={colors.ups} name="In" value={row && formatExact(atLeast0(row.in))} />
        <Key color={colors.downs} name="Out" value={row && formatExact(atLeast0(row.out))} />
        <Key color={colors.text} name={before} value={row && shownBefore(row)} isLine />
      </Group>
      <Plot options={options} data={data} />
    </div>
  );
}

function shownBefore({ inBefore, outBefore }: CombinedRow): string {
  if (inBefore === null || outBefore === null) return "no data";
  return `${formatExact(atLeast0(inBefore))} in, ${formatExact(atLeast0(outBefore))} out`;
}

/** Between labels of days and weeks, in seconds. */
const wholeDays = [1, 2, 7, 14, 28, 91, 182, 364, 728].map((days) => days * 86_400);

interface KeyProps {
  color: string;
  name: string;
  value: string | undefined;
  isLine?: boolean;
}

function Key({ color, name, value, isLine = false }: KeyProps) {
  return (
    <Group gap={6} wrap="nowrap">
      {/* Drawn: browsers print no backgrounds. */}
      <svg width={isLine ? 16 : 12} height={12} aria-hidden="true">
        {isLine ? (
          <path d="M0 6H16" stroke={color} strokeWidth={2} strokeDasharray="4 3" />
        ) : (
          <rect width={12} height={12} rx={3} fill={color} />
        )}
      </svg>
      <Text size="sm" component="span">
        {name} <strong>{value}</strong>
      </Text>
    </Group>
  );
}

function beforeSeries(color: string): uPlot.Series {
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return {
    ...{ label: "Before", stroke: color, width: 1, dash: [4, 3], points: { show: false } },
    ...(paths && { paths }),
  };
}

function chartRow({ startMs, endMs, in: ups, out, adjusted, late }: CombinedRow): ChartRow {
  const sums = { ups: String(ups), downs: String(out), adjusted: String(adjusted), late };
  return { startMs, endMs, knownMs: endMs, level: 0, ...sums };
}

/** The last interval of the line before ends where that of the bars does. */
function plotData(rows: CombinedRow[]): uPlot.AlignedData {
  const last = rows.at(-1);
  const drawn = last === undefined ? rows : [...rows, { ...last, startMs: last.endMs }];
  const bars = (values: number[]) =>
    values.map((value, index) => (index < rows.length ? value : null));
  return [
    drawn.map(({ startMs }) => startMs / 1_000),
    bars(drawn.map((row) => Number(atLeast0(row.in)))),
    bars(drawn.map((row) => -Number(atLeast0(row.out)))),
    drawn.map(({ inBefore }) => (inBefore === null ? null : Number(atLeast0(inBefore)))),
    drawn.map(({ outBefore }) => (outBefore === null ? null : -Number(atLeast0(outBefore)))),
  ];
}
