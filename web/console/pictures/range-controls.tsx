import "@mantine/dates/styles.css";
import { Button, Group, SegmentedControl } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useState } from "react";
import { Resolution } from "../../../core/pictures/interval.ts";
import {
  datesRange,
  isAllowed,
  type PresetName,
  presetRange,
  presets,
  type Range,
} from "./range.ts";

interface RangeControlsProps {
  range: Range;
  resolution: Resolution;
  /** Of the organization; undefined until the first picture is there. */
  timeZone: string | undefined;
  /** Undoes the last zoom; absent where there is none. */
  onBack: (() => void) | undefined;
  onRange(range: Range): void;
  onResolution(resolution: Resolution): void;
}

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Chooses what a picture shows. */
export function RangeControls(props: RangeControlsProps) {
  const { range, resolution, timeZone, onBack, onRange, onResolution } = props;
  const [dates, setDates] = useState<[string | null, string | null]>([null, null]);
  return (
    <Group gap="sm" className="no-print" align="flex-end">
      <SegmentedControl
        aria-label="The last"
        className="picture-choice"
        value={range.kind === "last" ? range.name : ""}
        onChange={(name) => {
          setDates([null, null]);
          onRange(presetRange(name as PresetName));
        }}
        data={Object.keys(presets).map((name) => ({ value: name, label: title(name) }))}
      />
      <DatePickerInput
        type="range"
        placeholder="Any days"
        valueFormat="ll"
        miw={170}
        allowSingleDateInRange
        clearable
        disabled={timeZone === undefined}
        value={dates}
        onChange={([first, last]) => {
          setDates([first, last]);
          if (first === null || last === null || timeZone === undefined) return;
          onRange(datesRange(first, last, timeZone));
        }}
      />
      <SegmentedControl
        aria-label="Resolution"
        value={resolution}
        onChange={(value) => onResolution(value as Resolution)}
        data={Resolution.options.map((value) => ({
          value,
          label: `By ${value}`,
          disabled: !isAllowed(range, value),
        }))}
      />
      {onBack !== undefined && (
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      )}
    </Group>
  );
}
