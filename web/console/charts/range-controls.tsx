import "@mantine/dates/styles.css";
import { Button, Group, SegmentedControl } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useState } from "react";
import { Resolution } from "../../../core/counters/interval.ts";
import { nowMs } from "../api/clock.ts";
import { useCalendarName } from "../dates/date-pickers.ts";
import {
  dateOf,
  datesOf,
  datesRange,
  isRangeAllowed,
  type PresetName,
  presetRange,
  presets,
  type Range,
} from "./range.ts";

interface RangeControlsProps {
  range: Range;
  resolution: Resolution;
  /** Of the organization; undefined until the first chart is there. */
  timeZone: string | undefined;
  /** Undoes the last zoom; absent where there is none. */
  onBack: (() => void) | undefined;
  onRange(range: Range): void;
  onResolution(resolution: Resolution): void;
}

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Chooses what a chart shows. */
export function RangeControls(props: RangeControlsProps) {
  const { range, resolution, timeZone, onBack, onRange, onResolution } = props;
  // The first day, while the last one is still to be chosen.
  const calendar = useCalendarName();
  const [firstDay, setFirstDay] = useState<string | null>(null);
  const chosen: [string | null, string | null] =
    timeZone === undefined ? [null, null] : datesOf(range, timeZone);
  return (
    <Group gap="sm" className="no-print" align="flex-end">
      <SegmentedControl
        aria-label="The last"
        className="chart-choice"
        value={range.kind === "last" ? range.name : ""}
        onChange={(name) => {
          setFirstDay(null);
          onRange(presetRange(name as PresetName));
        }}
        data={Object.keys(presets).map((name) => ({ value: name, label: title(name) }))}
      />
      <DatePickerInput
        {...calendar}
        type="range"
        placeholder="Choose days"
        miw={170}
        allowSingleDateInRange
        clearable
        disabled={timeZone === undefined}
        value={firstDay === null ? chosen : [firstDay, null]}
        {...(timeZone !== undefined && { maxDate: dateOf(nowMs(), timeZone) })}
        onChange={([first, last]) => {
          setFirstDay(last === null ? first : null);
          if (first === null && firstDay === null) return onRange(presetRange("day"));
          if (first === null || last === null || timeZone === undefined) return;
          onRange(datesRange(first, last, timeZone));
        }}
      />
      <SegmentedControl
        aria-label="Resolution"
        className="chart-choice"
        value={resolution}
        onChange={(value) => onResolution(value as Resolution)}
        data={Resolution.options.map((value) => ({
          value,
          label: `By ${value}`,
          disabled: !isRangeAllowed(range, value),
        }))}
      />
      {onBack !== undefined && (
        <Button variant="default" onClick={onBack}>
          Zoom out
        </Button>
      )}
    </Group>
  );
}
