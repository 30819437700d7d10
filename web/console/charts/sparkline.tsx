interface SparklineProps {
  /** In order of time, at least one: which part of the day is over by then, and the level. */
  line: [part: number, level: number][];
  /** In pixels. */
  height?: number;
}

const width = 100;

/**
 * How a level went, as a line that ends in a dot at its last value. It never runs past now. The
 * numbers beside it say the same to screen readers.
 */
export function Sparkline({ line, height = 28 }: SparklineProps) {
  const levels = line.map(([, level]) => level);
  const [lowest, high] = [Math.min(...levels), Math.max(1, ...levels)];
  const low = axisStart(lowest, high);
  const span = Math.max(1, high - low);
  const points = line.map(([part, level]) => {
    const y = height - 2 - ((level - low) / span) * (height - 4);
    return `${(width * part).toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M${points.join("L")}`} vectorEffect="non-scaling-stroke" />
      <path className="sparkline-end" d={`M${points.at(-1)}h0`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Where the axis of a level begins: at zero, unless a small change of a high level would not be seen above it. */
export function axisStart(low: number, high: number): number {
  return low > 0.75 * high ? low : Math.min(0, low);
}
