import { Group, Text } from "@mantine/core";
import type { ChartView, ExactNumber } from "../../../api/private/charts.ts";
import { type CountName, formatExact, formatInterval, formatSigned } from "./format.ts";
import { formatWhole } from "./format-whole.ts";
import type { PlotColors } from "./plot-colors.ts";
import type { Range } from "./range.ts";
import { type ChartRow, isAdjusted, shownSum, sumOf } from "./rows.ts";

interface ChartLegendProps {
  chart: ChartView;
  range: Range;
  rows: ChartRow[];
  /** The row under the cursor. */
  row: ChartRow | undefined;
  colors: PlotColors;
  /** Of its level. */
  countName: CountName;
  /** The level at its end. */
  now: ExactNumber;
}

/** What the colors mean, with the values under the cursor, or of the whole range. */
export function ChartLegend(props: ChartLegendProps) {
  const { chart, range, rows, row, colors, countName, now } = props;
  const { resolution, timeZone } = chart;
  const shown = row === undefined ? rows : [row];
  const late = shown.reduce((sum, each) => sum + each.late, 0);
  return (
    <Group gap="lg" className="figures chart-legend" mih={28}>
      <Text size="sm" fw={600} miw={{ base: "100%", xs: 180 }}>
        {row === undefined ? formatWhole(range, chart) : formatInterval(row, resolution, timeZone)}
      </Text>
      <Value color={colors.level} name={countName} value={formatExact(row?.level ?? now)} />
      {flows.map(([name, of]) => (
        <Value
          key={of}
          color={colors[of]}
          name={name}
          value={formatExact(shownSum(shown, of))}
          isDrawn={shownSum(rows, of) !== 0n}
        />
      ))}
      {shown.some(isAdjusted) && (
        <Value
          color={colors.adjusted}
          name="Adjusted"
          value={formatSigned(sumOf(shown, "adjusted"))}
          shape="adjusted"
        />
      )}
      {late > 0 && (
        <Value color={colors.late} name="Uploaded late" value={formatExact(late)} shape="late" />
      )}
    </Group>
  );
}

const flows = [
  ["In", "ups"],
  ["Out", "downs"],
] as const;

interface ValueProps {
  color: string;
  name: string;
  value: string;
  /** As it is drawn; a square unless given. */
  shape?: "late" | "adjusted";
  /** Paper names only what is drawn. */
  isDrawn?: boolean;
}

function Value({ color, name, value, shape, isDrawn = true }: ValueProps) {
  return (
    <Group gap={6} wrap="nowrap" {...(!isDrawn && { className: "no-print" })}>
      <span
        className={shape === undefined ? "chart-key" : `chart-key chart-key-${shape}`}
        style={{ background: color }}
        aria-hidden="true"
      />
      <Text size="sm" component="span">
        {name} <strong>{value}</strong>
      </Text>
    </Group>
  );
}
