import { ScrollArea, Table, Text } from "@mantine/core";
import type { ChartView } from "../../../api/private/charts.ts";
import { zoneLabel } from "../dates/format.ts";
import { type CountName, formatExact, formatInterval, formatSigned } from "./format.ts";
import { type ChartRow, hasChange, isAdjusted } from "./rows.ts";

interface ChartTableProps {
  chart: ChartView;
  rows: ChartRow[];
  countName: CountName;
}

/** The exact numbers of a chart, newest first, without intervals in which nothing was counted. */
export function ChartTable({ chart, rows, countName }: ChartTableProps) {
  const { resolution, timeZone } = chart;
  const counted = rows.filter(hasChange).reverse();
  if (counted.length === 0) return <Text c="dimmed">Nothing was counted in this range.</Text>;
  return (
    <ScrollArea.Autosize mah={420} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table className="figures" stickyHeader captionSide="top" striped>
        <Table.Caption>
          By the {resolution}, in {zoneLabel(timeZone)}. Where nothing was counted, there is no row.
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">When</Table.Th>
            <Table.Th scope="col" ta="right">
              {countName} after
            </Table.Th>
            <Table.Th scope="col" ta="right">
              In
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Out
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Adjusted
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Uploaded late
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counted.map((row) => (
            <Table.Tr key={row.startMs}>
              <Table.Th scope="row" fw={400}>
                {formatInterval(row, resolution, timeZone)}
              </Table.Th>
              <Table.Td ta="right">{formatExact(row.level)}</Table.Td>
              <Table.Td ta="right">{formatExact(row.ups)}</Table.Td>
              <Table.Td ta="right">{formatExact(row.downs)}</Table.Td>
              <Table.Td ta="right">{isAdjusted(row) && formatSigned(row.adjusted)}</Table.Td>
              <Table.Td ta="right">{row.late === 0 ? "" : formatExact(row.late)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
