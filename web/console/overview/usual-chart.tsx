import { Group, NativeSelect, Text, Title } from "@mantine/core";
import { useId, useMemo, useState } from "react";
import uPlot from "uplot";
import type { OverviewView, TileView } from "../../../api/private/overview.ts";
import { formatExact, formatTime } from "../charts/format.ts";
import { Plot } from "../charts/plot.tsx";
import { type PlotColors, usePlotColors } from "../charts/plot-colors.ts";
import { drawEnd } from "../charts/plot-marks.ts";
import { cursorHook, plotFrame } from "../charts/plots.ts";
import { useOld } from "../shell/freshness.tsx";
import { countedIn, type Usual, usualBy, weekdayOf } from "./usual.ts";

interface UsualChartProps {
  overview: OverviewView;
  tile: TileView;
  usual: Usual | undefined;
  now: number;
  onSelect: (id: string) => void;
}

/** What came in today, beside an average day of its kind. */
export function UsualChart({ overview, tile, usual: found, now, onSelect }: UsualChartProps) {
  // An average of nobody would be a line on the axis.
  const isNone = found !== undefined && found.days > 0 && wholeDay(found) === 0;
  const usual = isNone ? undefined : found;
  const isOld = useOld() !== undefined;
  const title = useId();
  const colors = usePlotColors();
  const [cursorMs, setCursorMs] = useState<number>();
  const { date, startedAt, endsAt, timeZone } = overview;
  const day = weekdayOf(date);
  const options = useMemo(
    () => ({
      ...plotOptions(colors, { startedAt, endsAt, timeZone }),
      cursor: { y: false, points: { show: false }, drag: { x: false } },
      hooks: {
        draw: [(plot: uPlot) => drawEnd(plot, colors)],
        setCursor: [cursorHook(setCursorMs)],
      },
    }),
    [colors, startedAt, endsAt, timeZone],
  );
  const counted = useMemo(() => countedIn(tile, overview, now), [tile, overview, now]);
  const data = useMemo(() => plotData(counted, usual, startedAt), [counted, usual, startedAt]);
  const at = knownBy(data, cursorMs) ?? now;
  const inToday = at < now ? (counted.findLast(([ms]) => ms <= at)?.[1] ?? 0) : tile.in;
  return (
    <section className="overview-chart" aria-labelledby={title}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={title}>
          {isNone ? "In today" : `Today against ${day}s`}
        </Title>
        <NativeSelect
          aria-label="Counter or group of the chart"
          value={tile.id}
          data={overview.tiles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onSelect(event.currentTarget.value)}
          maw="100%"
        />
      </Group>
      <Group gap="4px 24px" mt="xs" mb="xs" mih={{ base: 44, sm: 20 }} align="flex-start">
        <Text size="sm" className="figures">
          <span className="chart-line" aria-hidden="true" /> In today: <b>{formatExact(inToday)}</b>{" "}
          by {formatTime(Math.min(at, now), timeZone)}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          <UsualSentence
            usual={usual}
            day={day}
            atMs={at}
            by={at === now && !isOld ? "now" : formatTime(at, timeZone)}
          />
        </Text>
      </Group>
      <Plot options={options} data={data} />
    </section>
  );
}

interface UsualSentenceProps {
  usual: Usual | undefined;
  day: string;
  /** The moment that is compared, and what it is called. */
  atMs: number;
  by: string;
}

function UsualSentence({ usual, day, atMs, by }: UsualSentenceProps) {
  if (usual === undefined) return null;
  const { days } = usual;
  const [counted, whole] = [Math.round(usualBy(usual, atMs)), wholeDay(usual)];
  if (days === 0) return `No earlier ${day} to compare with: the counter or group is too new.`;
  return (
    <>
      <span className="chart-line chart-line-usual" aria-hidden="true" />{" "}
      {days === 1 ? `The last ${day}` : `Average of ${days} ${day}s`}: {counted.toLocaleString()} by{" "}
      {by}
      {counted !== whole && `, ${whole.toLocaleString()} by the end of the day`}
    </>
  );
}

function wholeDay({ steps }: Usual): number {
  return Math.round(steps.at(-1)?.in ?? 0);
}

/** The last moment up to the pointer at which either line is known. */
function knownBy([times]: uPlot.AlignedData, cursorMs: number | undefined): number | undefined {
  if (cursorMs === undefined) return undefined;
  const seconds = [...times].findLast((at) => 1_000 * at <= cursorMs);
  return seconds && 1_000 * seconds;
}

const height = 260;

/** Both lines over all times of either. */
function plotData(
  today: [number, number][],
  usual: Usual | undefined,
  startedAt: string,
): uPlot.AlignedData {
  const average: [number, number][] = [
    [Date.parse(startedAt), 0],
    ...(usual?.steps.map(({ at, in: sum }): [number, number] => [Date.parse(at), sum]) ?? []),
  ];
  const table = (line: [number, number][]): uPlot.AlignedData => [
    line.map(([at]) => at / 1_000),
    line.map(([, sum]) => sum),
  ];
  return uPlot.join([table(today), table(usual?.days ? average : [])]);
}

function plotOptions(
  colors: PlotColors,
  { startedAt, endsAt, timeZone }: Pick<OverviewView, "startedAt" | "endsAt" | "timeZone">,
): Omit<uPlot.Options, "width"> {
  const {
    axes: [times, numbers],
    ...frame
  } = plotFrame({ colors, timeZone });
  const line = { points: { show: false }, spanGaps: true };
  return {
    ...frame,
    height,
    scales: {
      x: { time: true, range: () => [Date.parse(startedAt) / 1_000, Date.parse(endsAt) / 1_000] },
      y: { range: (_, __, high) => uPlot.rangeNum(0, Math.max(high, 4), 0.1, true) },
    },
    // The day is in the heading.
    axes: [
      {
        ...times,
        size: 30,
        values: (...of) => times.values(...of).map((label) => label.split("\n")[0] ?? ""),
      },
      numbers,
    ],
    series: [
      {},
      { ...line, label: "Today", stroke: colors.level, fill: colors.levelFill, width: 2 },
      { ...line, label: "Average", stroke: colors.text, width: 1.5, dash: [6, 5] },
    ],
  };
}
