import type uPlot from "uplot";
import type { ChartRow } from "./rows.ts";

/** Shapes of marks as SVG paths, from -1 to 1 around their middle. */
const shapes = { diamond: "M0 -1L1 0L0 1L-1 0Z", triangle: "M-1 -1L1 -1L0 1Z" };

interface Symbols {
  color: string;
  shape: keyof typeof shapes;
  /** Beside each mark that has the room for it. */
  label?: (row: ChartRow) => string;
}

/** Above the plot, in pixels: what is drawn in it, such as the name of a threshold, stays readable. */
export const symbolRoom = 20;

/** Marks these intervals above the upper edge of a plot. */
export function drawSymbols(
  { ctx, bbox, valToPos }: uPlot,
  rows: ChartRow[],
  { color, shape, label }: Symbols,
): void {
  // Hundreds of marks, such as one for each day of a year, would run together at full size.
  const room = bbox.width / devicePixelRatio / rows.length;
  const half = Math.max(1, Math.min(4, 0.4 * room)) * devicePixelRatio;
  const path = new Path2D(shapes[shape]);
  const middle = ({ startMs, endMs }: ChartRow) => valToPos((startMs + endMs) / 2_000, "x", true);
  ctx.save();
  ctx.fillStyle = color;
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const middleY = bbox.top - 0.7 * symbolRoom * devicePixelRatio;
  for (const [index, row] of rows.entries()) {
    const [x, next] = [middle(row), rows[index + 1]];
    ctx.save();
    ctx.translate(x, middleY);
    ctx.scale(half, half);
    ctx.fill(path);
    ctx.restore();
    // Down to the axis, where it says what happened: it belongs to the plot, not to the legend above it.
    if (label) ctx.fillRect(x, middleY, devicePixelRatio / 2, bbox.top + bbox.height - middleY);
    const text = label?.(row) ?? "";
    const room = (next ? middle(next) - half : bbox.left + bbox.width) - x - 2 * half;
    if (ctx.measureText(text).width < room) ctx.fillText(text, x + 2 * half, middleY);
  }
  ctx.restore();
}
