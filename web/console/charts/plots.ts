import uPlot from "uplot";
import { knownZone } from "../../../core/known-zone.ts";
import { axisLabels, formatExact, formatSigned } from "./format.ts";
import type { PlotColors } from "./plot-colors.ts";
import { drawBars, drawEnd, drawThresholds, type Threshold } from "./plot-marks.ts";
import { drawSymbols, symbolRoom } from "./plot-symbols.ts";
import { type ChartRow, isAdjusted, type LevelAt, rowAt, shownFlow } from "./rows.ts";
import { axisStart } from "./sparkline.tsx";

export interface PlotSetup {
  timeZone: string;
  /** An interval is a day or longer, not a part of one. */
  byDay: boolean;
  colors: PlotColors;
  /** Plots with the same name move their cursors together. */
  cursorName: string;
  /** The moment under the cursor. */
  onCursor(atMs: number | undefined): void;
  /** What is drawn now. */
  rows(): ChartRow[];
  onZoom(fromMs: number, toMs: number): void;
}

/** The times and levels of a line. */
export function levelData(line: LevelAt[]): uPlot.AlignedData {
  return [line.map(([atMs]) => atMs / 1_000), line.map(([, level]) => Number(level))];
}

/** Ups above zero and downs below it. */
export function flowData(rows: ChartRow[]): uPlot.AlignedData {
  return [
    rows.map(({ startMs }) => startMs / 1_000),
    rows.map(({ ups }) => Number(shownFlow(ups))),
    rows.map(({ downs }) => -Number(shownFlow(downs))),
  ];
}

/** The level over time, with lines at thresholds and marks where the number was set. */
export function levelOptions(
  setup: PlotSetup,
  thresholds: Threshold[],
): Omit<uPlot.Options, "width"> {
  const { colors, rows } = setup;
  const filter = withoutLabelled(thresholds);
  return {
    ...common(setup, { filter }),
    height: 220,
    scales: {
      x: timeScale(setup),
      y: {
        range: (_, low, high) => {
          const values = thresholds.map(({ at }) => at);
          const to = Math.max(high, ...values);
          const from = Math.min(axisStart(low, to), ...values);
          return uPlot.rangeNum(from, Math.max(to, from + 4), { min: pad, max: pad });
        },
      },
    },
    series: [
      {},
      {
        label: "Level",
        stroke: colors.level,
        fill: colors.levelFill,
        width: 2,
        // Straight between the times at which it is known: it rises above the bar of its interval.
        points: { show: false },
      },
    ],
    hooks: {
      ...common(setup).hooks,
      draw: [
        (plot) => drawThresholds(plot, thresholds, colors),
        (plot) =>
          drawSymbols(plot, rows().filter(isAdjusted), {
            color: colors.adjusted,
            shape: "triangle",
            label: ({ adjusted }) => formatSigned(adjusted),
          }),
        (plot) => drawEnd(plot, colors),
      ],
    },
  };
}

/** The ticks without those that the name of a threshold, above its line, would lie on. */
function withoutLabelled(thresholds: Threshold[]) {
  return ({ scales: { y } }: uPlot, splits: number[]) => {
    const room = 0.12 * ((y?.max ?? 0) - (y?.min ?? 0));
    const isLabelled = (split: number) =>
      thresholds.some(({ at }) => at < split && split - at < room);
    return splits.map((split) => (isLabelled(split) ? null : split));
  };
}

const pad: uPlot.Range.Limit = { pad: 0.08, soft: 0, mode: 1 };

/** Ups and downs of each interval; late uploads are marked above them. */
export function flowOptions(setup: PlotSetup): Omit<uPlot.Options, "width"> {
  const { colors, rows } = setup;
  // The bars are drawn below, because intervals are not equally long.
  const series = (label: string, color: string): uPlot.Series => ({
    ...{ label, stroke: color, points: { show: false }, paths: () => null },
  });
  return {
    ...common(setup),
    height: 170,
    scales: {
      x: timeScale(setup),
      y: {
        range: (_, low, high) => uPlot.rangeNum(Math.min(low, 0), Math.max(high, 2), 0.1, true),
      },
    },
    series: [{}, series("In", colors.ups), series("Out", colors.downs)],
    hooks: {
      ...common(setup).hooks,
      draw: [
        (plot) => drawBars(plot, rows(), colors),
        (plot) =>
          drawSymbols(
            plot,
            rows().filter(({ late }) => late > 0),
            { color: colors.late, shape: "diamond" },
          ),
      ],
    },
  };
}

/** Both plots show whole intervals, also the running one: the level ends within it. */
function timeScale({ rows }: PlotSetup): uPlot.Scale {
  return {
    time: true,
    range: (_, low, high) => {
      const [first, last] = [rows()[0], rows().at(-1)];
      return first && last ? [first.startMs / 1_000, last.endMs / 1_000] : [low, high];
    },
  };
}

/** For the half of the last label that is right of its line, such as "12 AM" or "Nov 29"; in pixels. */
const labelRoom = 24;

/** What all plots over time have: an axis of times, and one of whole numbers. */
export function plotFrame({ timeZone, colors }: Pick<PlotSetup, "timeZone" | "colors">) {
  const axis = {
    stroke: colors.text,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
  };
  return {
    tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), knownZone(timeZone)),
    legend: { show: false },
    padding: [12, labelRoom, 0, 0] as uPlot.Padding,
    axes: [
      {
        ...axis,
        space: 64,
        size: 44,
        gap: 8,
        values: (_: uPlot, splits: number[], __: number, ___: number, step: number) =>
          axisLabels(splits, step, timeZone),
      },
      {
        ...axis,
        size: 56,
        incrs: wholeSteps,
        values: (_: uPlot, splits: (number | null)[]) =>
          splits.map((value) => value && formatExact(value)),
      },
    ] as const satisfies uPlot.Axis[],
  };
}

function common(setup: PlotSetup, { filter }: Pick<uPlot.Axis, "filter"> = {}) {
  const { cursorName, onCursor, onZoom, rows } = setup;
  const {
    axes: [times, numbers],
    ...frame
  } = plotFrame(setup);
  return {
    ...frame,
    padding: [symbolRoom, labelRoom, 0, 0] as uPlot.Padding,
    cursor: {
      drag: { x: true, y: false, setScale: false, dist: 6 },
      sync: { key: cursorName },
      y: false,
    },
    axes: [
      { ...times, ...(setup.byDay && dayTicks(setup)) },
      {
        ...numbers,
        ...(filter && { filter, grid: { ...numbers.grid, filter } }),
        size: () => labelWidth(rows()),
      },
    ] satisfies uPlot.Axis[],
    hooks: {
      setCursor: [cursorHook(onCursor)],
      setSelect: [
        (plot: uPlot) => {
          const { left, width } = plot.select;
          if (width === 0) return;
          const ms = (position: number) => plot.posToVal(position, "x") * 1_000;
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          onZoom(ms(left), ms(left + width));
        },
      ],
    } satisfies uPlot.Hooks.Arrays,
  };
}

/** Says the moment under the pointer, and when it has left. */
export function cursorHook(onCursor: PlotSetup["onCursor"]) {
  return (plot: uPlot) => {
    const { left = -1 } = plot.cursor;
    onCursor(left < 0 ? undefined : plot.posToVal(left, "x") * 1_000);
  };
}

/** A day or a week is named under its middle, by its first day. */
function dayTicks({ rows, timeZone }: PlotSetup) {
  const middle = ({ startMs, endMs }: ChartRow) => (startMs + endMs) / 2_000;
  return {
    grid: { show: false },
    splits: (_: uPlot, __: number, ___: number, ____: number, step: number) => {
      const [first] = rows();
      const every = first ? Math.round((1_000 * step) / (first.endMs - first.startMs)) : 1;
      return rows()
        .filter((_, index) => index % Math.max(1, every) === 0)
        .map(middle);
    },
    values: (_: uPlot, splits: number[], __: number, ___: number, step: number) => {
      const starts = splits.map((at) => (rowAt(rows(), 1_000 * at)?.startMs ?? 0) / 1_000);
      return axisLabels(starts, step, timeZone);
    },
  };
}

/** Room for the longest label of either plot, in pixels: numbers are written in full. */
function labelWidth(rows: ChartRow[]): number {
  const numbers = rows.flatMap(({ level, ups, downs }) => [level, ups, downs].map(Number));
  // An axis can end above the highest number, and a number below zero has a sign.
  const highest = Math.ceil(1.1 * Math.max(0, ...numbers.map(Math.abs)));
  return Math.max(56, 20 + 7.5 * formatExact(BigInt(-highest)).length);
}

/** Counts are whole. */
const wholeSteps = Array.from({ length: 19 }, (_, power) => 10 ** power).flatMap((power) =>
  power === 1 ? [1, 2, 5] : [power, 2 * power, 2.5 * power, 5 * power],
);
