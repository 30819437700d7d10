import { Group, Text } from "@mantine/core";
import type { ChartView } from "../../../api/private/charts.ts";
import { formatExact, formatInterval, formatWhole } from "./format.ts";
import type { PlotColors } from "./plots.ts";
import type { Range } from "./range.ts";
import { type ChartRow, sumOf } from "./rows.ts";

interface ChartLegendProps {
  chart: ChartView;
  range: Range;
  rows: ChartRow[];
  /** The row under the cursor. */
  row: ChartRow | undefined;
  colors: PlotColors;
}

/** What the colors mean, with the exact values under the cursor, or of the whole range. */
export function ChartLegend({ chart, range, rows, row, colors }: ChartLegendProps) {
  const { resolution, timeZone } = chart;
  const late = row?.late ?? rows.reduce((sum, each) => sum + each.late, 0);
  return (
    <Group gap="lg" className="figures chart-legend" mih={28}>
      <Text size="sm" fw={600} miw={{ base: "100%", xs: 180 }}>
        {row === undefined
          ? formatWhole(range, timeZone)
          : formatInterval(row, resolution, timeZone)}
      </Text>
      <Value color={colors.level} name="Level" value={formatExact(row?.level ?? chart.endLevel)} />
      <Value color={colors.ups} name="Up" value={formatExact(row?.ups ?? sumOf(rows, "ups"))} />
      <Value
        color={colors.downs}
        name="Down"
        value={formatExact(row?.downs ?? sumOf(rows, "downs"))}
      />
      {late > 0 && (
        <Value color={colors.late} name="Uploaded late" value={formatExact(late)} late />
      )}
    </Group>
  );
}

interface ValueProps {
  color: string;
  name: string;
  value: string;
  late?: boolean;
}

function Value({ color, name, value, late = false }: ValueProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <span
        className={late ? "chart-key chart-key-late" : "chart-key"}
        style={{ background: color }}
        aria-hidden="true"
      />
      <Text size="sm" component="span">
        {name} <strong>{value}</strong>
      </Text>
    </Group>
  );
}
