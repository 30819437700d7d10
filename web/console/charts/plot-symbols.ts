import type uPlot from "uplot";
import type { ChartRow } from "./rows.ts";

/** Shapes of marks as SVG paths, from -1 to 1 around their middle. */
const shapes = { diamond: "M0 -1L1 0L0 1L-1 0Z", triangle: "M-1 -1L1 -1L0 1Z" };

/** Marks these intervals at the upper edge of a plot. */
export function drawSymbols(
  { ctx, bbox, valToPos }: uPlot,
  rows: ChartRow[],
  { color, shape }: { color: string; shape: keyof typeof shapes },
): void {
  // Hundreds of marks, such as one for each day of a year, would run together at full size.
  const room = bbox.width / devicePixelRatio / rows.length;
  const half = Math.max(1, Math.min(4, 0.4 * room)) * devicePixelRatio;
  const path = new Path2D(shapes[shape]);
  for (const { startMs, endMs } of rows) {
    ctx.save();
    ctx.translate(valToPos((startMs + endMs) / 2_000, "x", true), bbox.top + half);
    ctx.scale(half, half);
    ctx.fillStyle = color;
    ctx.fill(path);
    ctx.restore();
  }
}
