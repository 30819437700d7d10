import type uPlot from "uplot";
import { type ChartRow, isAdjusted } from "./rows.ts";

/** A diamond over each interval with late uploads. */
export function drawLate(plot: uPlot, rows: ChartRow[], color: string): void {
  const marked = rows.filter((row) => row.late > 0);
  drawMarks(plot, marked, {
    color,
    corners: [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ],
  });
}

/** A triangle over each interval in which the number was set. */
export function drawAdjusted(plot: uPlot, rows: ChartRow[], color: string): void {
  const marked = rows.filter(isAdjusted);
  drawMarks(plot, marked, {
    color,
    corners: [
      [-1, -1],
      [1, -1],
      [0, 1],
    ],
  });
}

/** A shape over each of these intervals; its corners are in halves of its width, from its middle. */
function drawMarks(
  plot: uPlot,
  rows: ChartRow[],
  { color, corners }: { color: string; corners: [right: number, down: number][] },
): void {
  const { ctx, bbox } = plot;
  const half = 4 * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = color;
  for (const { startMs, endMs } of rows) {
    const x = plot.valToPos((startMs + endMs) / 2_000, "x", true);
    const y = bbox.top + half;
    ctx.beginPath();
    for (const [right, down] of corners) ctx.lineTo(x + right * half, y + down * half);
    ctx.fill();
  }
  ctx.restore();
}
