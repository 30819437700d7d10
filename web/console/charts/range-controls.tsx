import "@mantine/dates/styles.css";
import { Button, Group } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { memo, useDeferredValue } from "react";
import { type Calendar, dayOf } from "../../../core/calendar.ts";
import { Resolution } from "../../../core/counters/interval.ts";
import { nowMs } from "../api/clock.ts";
import { useCalendarName, useChosenDays } from "../dates/date-pickers.ts";
import { Choice } from "../forms/choice.tsx";
import { capitalized } from "../shell/capitalized.ts";
import {
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
  calendar: Calendar | undefined;
  /** Undoes the last zoom; absent where there is none. */
  onBack: (() => void) | undefined;
  onRange(range: Range): void;
  onResolution(resolution: Resolution): void;
}

/** Chooses what a chart shows. */
export function RangeControls(props: RangeControlsProps) {
  const { range, resolution, calendar, onBack, onRange, onResolution } = props;
  // The control that was pressed answers first.
  const settled = useDeferredValue(range);
  return (
    <Group gap="xs" className="range-controls no-print">
      <Choice
        label="The last"
        value={range.kind === "last" ? range.name : undefined}
        none="Other days"
        onChange={(name) => onRange(presetRange(name))}
        data={lengths}
      />
      <Days range={settled} calendar={calendar} onRange={onRange} />
      <Choice
        label="Resolution"
        value={resolution}
        onChange={onResolution}
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

const lengths = Object.keys(presets).map((name) => ({
  value: name as PresetName,
  label: capitalized(name),
}));

type DaysProps = Pick<RangeControlsProps, "range" | "calendar" | "onRange">;

const Days = memo(({ range, calendar, onRange }: DaysProps) => {
  const names = useCalendarName();
  const [days, setDays] = useChosenDays(
    range,
    calendar === undefined ? [null, null] : datesOf(range, calendar),
  );
  return (
    <DatePickerInput
      {...names}
      type="range"
      placeholder="Choose days"
      allowSingleDateInRange
      clearable
      disabled={calendar === undefined}
      value={days}
      {...(calendar !== undefined && { maxDate: dayOf(calendar, nowMs()).date })}
      onChange={([first, last]) => {
        setDays([first, last]);
        // A calendar that is closed after the first day says null, too.
        const isBegun = days[0] !== null && days[1] === null;
        if (first === null && !isBegun) return onRange(presetRange("day"));
        if (first === null || last === null || calendar === undefined) return;
        onRange(datesRange(first, last, calendar));
      }}
    />
  );
});
