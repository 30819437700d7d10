import { Group, Text } from "@mantine/core";
import { useId, useMemo, useRef, useState } from "react";
import type uPlot from "uplot";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { useOrganization } from "../api/session.ts";
import { formatExact } from "../charts/format.ts";
import { Plot } from "../charts/plot.tsx";
import { type PlotColors, usePlotColors } from "../charts/plot-colors.ts";
import { flowOptions } from "../charts/plots.ts";
import { type ChartRow, rowAt } from "../charts/rows.ts";
import type { CombinedRow } from "./combined.ts";

interface ReportPlotProps {
  rows: CombinedRow[];
  byHour: boolean;
  /** Says which interval a row is. */
  nameOf(row: CombinedRow): string;
  /** What is compared of the period before, as people write it. */
  before: string;
  onZoom(fromMs: number, toMs: number): void;
}

/** In and out of each interval as bars, with a tick at what the period before had. */
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
    const { draw = [], ...hooks } = bars.hooks ?? {};
    const [times = {}, ...axes] = bars.axes ?? [];
    return {
      ...bars,
      height: 230,
      axes: [byHour ? times : { ...times, incrs: wholeDays, size: 28 }, ...axes],
      series: [...bars.series, beforeSeries, beforeSeries],
      hooks: {
        ...hooks,
        draw: [...draw, (plot: uPlot) => drawBefore(plot, newest.current.drawn, colors)],
      },
    };
  }, [timeZone, colors, cursorName, byHour]);
  const data = useMemo(() => plotData(rows), [rows]);
  // Only what is drawn is named.
  const hasIn = rows.some((each) => atLeast0(each.in) > 0n);
  const hasOut = rows.some((each) => atLeast0(each.out) > 0n);
  const hasBefore = rows.some(({ inBefore }) => inBefore !== null);
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
        {hasIn && <Key color={colors.ups} name="In" value={row && formatExact(atLeast0(row.in))} />}
        {hasOut && (
          <Key color={colors.downs} name="Out" value={row && formatExact(atLeast0(row.out))} />
        )}
        {hasBefore && (
          <Key color={colors.text} name={before} value={row && shownBefore(row)} isTick />
        )}
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
  isTick?: boolean;
}

function Key({ color, name, value, isTick = false }: KeyProps) {
  return (
    <Group gap={6} wrap="nowrap">
      {/* Drawn: browsers print no backgrounds. */}
      <svg width={12} height={12} aria-hidden="true">
        {isTick ? (
          <path d="M0 6H12" stroke={color} strokeWidth={2} />
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

/** Drawn below; the scale has room for it. */
const beforeSeries: uPlot.Series = {
  ...{ label: "Before", points: { show: false }, paths: () => null },
};

/** A short line over each bar, with an edge of the ground's color that keeps it apart from the bar. */
function drawBefore(plot: uPlot, rows: ChartRow[], { text, ground }: PlotColors): void {
  const { ctx, data } = plot;
  ctx.save();
  for (const [series, values] of data.slice(3).entries()) {
    rows.forEach(({ startMs, endMs }, index) => {
      const value = values?.[index];
      // On a day that was closed in both periods there is nothing to compare.
      const isNothing = value === 0 && !data[series + 1]?.[index];
      if (value === null || value === undefined || isNothing) return;
      const left = plot.valToPos(startMs / 1_000, "x", true);
      const full = plot.valToPos(endMs / 1_000, "x", true) - left;
      const [x, y] = [left + 0.2 * full, plot.valToPos(value, "y", true)];
      for (const [height, color] of [
        [4, ground],
        [2, text],
      ] as const) {
        ctx.fillStyle = color;
        const px = height * devicePixelRatio;
        ctx.fillRect(x, y - px / 2, 0.6 * full, px);
      }
    });
  }
  ctx.restore();
}

function chartRow({ startMs, endMs, in: ups, out, adjusted, late }: CombinedRow): ChartRow {
  const sums = { ups: String(ups), downs: String(out), adjusted: String(adjusted), late };
  return { startMs, endMs, knownMs: endMs, level: 0, ...sums };
}

export function plotData(rows: CombinedRow[]): uPlot.AlignedData {
  return [
    rows.map(({ startMs }) => startMs / 1_000),
    rows.map((row) => Number(atLeast0(row.in))),
    rows.map((row) => -Number(atLeast0(row.out))),
    rows.map(({ inBefore }) => (inBefore === null ? null : Number(atLeast0(inBefore)))),
    rows.map(({ outBefore }) => (outBefore === null ? null : -Number(atLeast0(outBefore)))),
  ];
}
