import { Table, Text } from "@mantine/core";
import type { CSSProperties } from "react";
import { atLeast0 } from "../../../core/at-least-0.ts";
import { hourMs } from "../../../core/time-zone.ts";
import { dateFormat } from "../dates/format.ts";
import type { HeatmapHours } from "./combined.ts";

const compact = new Intl.NumberFormat(undefined, { notation: "compact" });
const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const tenths = new Intl.NumberFormat(undefined, oneDigit);

/** All numbers of a table alike: a fraction matters only where none of them is large. */
export function formatAverage(average: number, most: number): string {
  if (most < 10) return tenths.format(average);
  return average > 0 && average < 0.5 ? "<1" : compact.format(Math.round(average));
}

const hourFormat = dateFormat({ hour: "numeric" }, "UTC");
/** A Monday: weeks begin with it. */
const mondayMs = Date.UTC(2026, 0, 5);

/** What was counted in by day of the week and hour of the clock: a table whose cells are tinted. */
export function Heatmap({ of: { sums, times } }: { of: HeatmapHours }) {
  const shown = shownHours(sums);
  // A period can have five Sundays, and four of each other day.
  const averages = sums.map((hours, day) =>
    hours.map((sum, hour) => Number(atLeast0(sum)) / Math.max(1, times[day]?.[hour] ?? 1)),
  );
  const days = averages
    .map((_, day) => day)
    .filter((day) => [sums, times].some((hours) => hours[day]?.some((hour) => hour > 0)));
  const most = Math.max(...averages.flat());
  const day = averages.findIndex((hours) => hours.includes(most));
  const busiest = most > 0 ? { day, hour: averages[day]?.indexOf(most) ?? 0 } : undefined;
  return (
    <>
      <div className="heatmap-place">
        <Table
          className="heatmap figures"
          withRowBorders={false}
          data-short={shown.length <= 12 || undefined}
          data-large={most >= 1_000 || undefined}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <span className="heatmap-unseen">Day</span>
              </Table.Th>
              {shown.map((hour, index) => (
                <Table.Th key={hour} scope="col" title={hourName(hour)}>
                  <span className={index % 3 === 0 ? undefined : "heatmap-between"}>
                    {hourFormat.format(mondayMs + hour * hourMs)}
                  </span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map((day) => (
              <Table.Tr key={day}>
                <Table.Th scope="row" title={dayName(day, "long")}>
                  {dayName(day, "short")}
                </Table.Th>
                {shown.map((hour) => (
                  <Cell
                    key={hour}
                    average={averages[day]?.[hour] ?? 0}
                    most={most}
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
        <span>
          {formatAverage(most, most)}
          {busiest !== undefined &&
            ` on ${dayName(busiest.day, "long")} at ${hourName(busiest.hour)}`}
        </span>
      </Text>
    </>
  );
}

function Cell({ average, most, when }: { average: number; most: number; when: string }) {
  const heat = average / Math.max(most, Number.MIN_VALUE);
  const exact = tenths.format(average);
  return (
    <Table.Td className="heatmap-cell" style={tint(heat)} title={`${when}: ${exact} in on average`}>
      {average > 0 && <span className="heatmap-number">{formatAverage(average, most)}</span>}
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
