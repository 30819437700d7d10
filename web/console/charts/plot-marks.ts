import type uPlot from "uplot";
import { formatExact } from "./format.ts";
import type { PlotColors } from "./plot-colors.ts";
import { type ChartRow, shownFlow } from "./rows.ts";

/** A line across the level, such as the one at which an alert fires. */
export interface Threshold {
  at: number;
  /** What happens there, such as "Full at"; the number follows. */
  label: string;
}

/** Lines across the plot, each with what happens there and its number. */
export function drawThresholds(plot: uPlot, thresholds: Threshold[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const { at, label } of thresholds) {
    const y = plot.valToPos(at, "y", true);
    ctx.strokeStyle = colors.threshold;
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    // On the left: the newest level, which is near its threshold when an alert fires, stays visible.
    const text = `${label} ${formatExact(at)}`;
    const [x, height] = [bbox.left + 4 * devicePixelRatio, 16 * devicePixelRatio];
    const top = y - height - 3 * devicePixelRatio;
    ctx.fillStyle = colors.ground;
    ctx.fillRect(x, top, ctx.measureText(text).width + 8 * devicePixelRatio, height);
    ctx.fillStyle = colors.threshold;
    ctx.fillText(text, x + 4 * devicePixelRatio, top + height / 2);
  }
  ctx.restore();
}

/** A dot at the last value of the first line that is known. */
export function drawEnd(plot: uPlot, { level }: PlotColors): void {
  const [times, values = []] = plot.data;
  const last = values.findLastIndex((value) => typeof value === "number");
  const [at, value] = [times[last], values[last]];
  if (at === undefined || typeof value !== "number") return;
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = level;
  ctx.beginPath();
  const [x, y] = [plot.valToPos(at, "x", true), plot.valToPos(value, "y", true)];
  ctx.arc(x, y, 4 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

/** A bar up and one down for each interval, as wide as it is long; that of the running one ends now. */
export function drawBars(plot: uPlot, rows: ChartRow[], { ups, downs }: PlotColors): void {
  const { ctx } = plot;
  const zero = plot.valToPos(0, "y", true);
  ctx.save();
  for (const row of rows) {
    const left = plot.valToPos(row.startMs / 1_000, "x", true);
    const { startMs, knownMs } = row;
    // A bar that has just begun can be seen, too.
    const endMs = Math.max(knownMs, startMs + 0.2 * (row.endMs - startMs));
    const full = plot.valToPos(endMs / 1_000, "x", true) - left;
    const width = Math.max(1, full - Math.min(4, 0.2 * full));
    const inset = (full - width) / 2;
    for (const [value, color] of [
      [Number(shownFlow(row.ups)), ups],
      [-Number(shownFlow(row.downs)), downs],
    ] as const) {
      if (value === 0) continue;
      ctx.fillStyle = color;
      ctx.fillRect(left + inset, zero, width, plot.valToPos(value, "y", true) - zero);
    }
  }
  ctx.restore();
}
