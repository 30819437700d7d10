import { Table, Text } from "@mantine/core";
import type { CSSProperties } from "react";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { hourMs } from "../../../core/time-zone.ts";
import { formatExact } from "../charts/format.ts";
import { dateFormat } from "../dates/format.ts";

const compact = new Intl.NumberFormat(undefined, { notation: "compact" });
const hourFormat = dateFormat({ hour: "numeric" }, "UTC");
/** A Monday: weeks begin with it. */
const mondayMs = Date.UTC(2026, 0, 5);

/** What was counted in by day of the week and hour of the clock: a table whose cells are tinted. */
export function Heatmap({ sums }: { sums: bigint[][] }) {
  const shown = shownHours(sums);
  const most = sums.flat().reduce((highest, sum) => (sum > highest ? sum : highest), 1n);
  const heat = (sum: bigint) => Number(atLeast0(sum)) / Number(most);
  return (
    <>
      <div className="heatmap-place">
        <Table className="heatmap figures" withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <span className="heatmap-unseen">Day</span>
              </Table.Th>
              {shown.map((hour) => (
                <Table.Th key={hour} scope="col" title={hourName(hour)}>
                  <span className={hour % 3 === 0 ? undefined : "heatmap-unseen"}>
                    {hourFormat.format(mondayMs + hour * hourMs)}
                  </span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sums.map((hours, day) => (
              <Table.Tr key={dayName(day, "long")}>
                <Table.Th scope="row" title={dayName(day, "long")}>
                  {dayName(day, "short")}
                </Table.Th>
                {shown.map((hour) => (
                  <Cell
                    key={hour}
                    sum={hours[hour] ?? 0n}
                    heat={heat(hours[hour] ?? 0n)}
                    when={`${dayName(day, "long")}, ${hourName(hour)}`}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed" component="div" className="heatmap-legend figures">
        <span>0</span>
        <span className="heatmap-scale" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((step) => (
            <span key={step} className="heatmap-step" style={tint(step)} />
          ))}
        </span>
        <span>{formatExact(most)} in: the busiest hour of the week, over the whole period</span>
      </Text>
    </>
  );
}

function Cell({ sum, heat, when }: { sum: bigint; heat: number; when: string }) {
  const exact = formatExact(atLeast0(sum));
  return (
    <Table.Td className="heatmap-cell" style={tint(heat)} title={`${when}: ${exact} in`}>
      {sum > 0n && <span className="heatmap-number">{compact.format(sum)}</span>}
    </Table.Td>
  );
}

function tint(heat: number): CSSProperties {
  return { "--heat": heat } as CSSProperties;
}

/** From the first hour to the last one in which anything was counted, and at least eight. */
function shownHours(sums: bigint[][]): number[] {
  const counted = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    sums.some((hours) => (hours[hour] ?? 0n) > 0n),
  );
  const [first = 0, last = 23] = [counted[0], counted.at(-1)];
  const from = Math.min(first, 16);
  return Array.from({ length: Math.max(8, last - from + 1) }, (_, index) => from + index);
}

function dayName(day: number, length: "short" | "long"): string {
  return dateFormat({ weekday: length }, "UTC").format(mondayMs + day * 24 * hourMs);
}

function hourName(hour: number): string {
  return dateFormat({ timeStyle: "short" }, "UTC").format(mondayMs + hour * hourMs);
}
