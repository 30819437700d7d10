interface SparklineProps {
  /** In order of time; at least one. Levels, or sums of intervals. */
  values: number[];
  /** Which part of the width they take, as of a day that is not over; all of it unless given. */
  part?: number;
  /** In pixels. */
  height?: number;
}

const width = 100;

/**
 * How a number went, as a step line that ends in a dot at its last value. It never runs past
 * now. The numbers beside it say the same to screen readers.
 */
export function Sparkline({ values, part = 1, height = 28 }: SparklineProps) {
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const y = (value: number) => height - 2 - ((value - low) / (high - low)) * (height - 4);
  const step = (width * Math.min(1, part)) / Math.max(1, values.length);
  const path = values.map((value, index) => {
    const level = y(value).toFixed(1);
    return `${index === 0 ? "M0" : "V"}${index === 0 ? ` ${level}` : level}H${((index + 1) * step).toFixed(1)}`;
  });
  const last = values.at(-1) ?? 0;
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join("")} vectorEffect="non-scaling-stroke" />
      <path
        className="sparkline-end"
        d={`M${(values.length * step).toFixed(1)} ${y(last).toFixed(1)}h0`}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
