import "@mantine/dates/styles.css";
import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import { memo, useDeferredValue, useMemo } from "react";
import { dayOf } from "../../../core/calendar.ts";
import { reportUnits } from "../../../core/reports/comparisons.ts";
import { maximumTargets, type ReportRange } from "../../../core/reports/report-range.ts";
import { nowMs } from "../api/clock.ts";
import { useOrganization } from "../api/session.ts";
import { NameSelect } from "../counters/name-select.tsx";
import { useCalendarName, useChosenDays } from "../dates/date-pickers.ts";
import { Choice } from "../forms/choice.tsx";
import { periodBeside } from "./next-period.ts";
import { againstLabel, choicesAgainst, isAllowed } from "./period.ts";
import { type PresetName, presetNames, type ReportSearch } from "./report-search.ts";
import type { ReportTarget } from "./use-report.ts";

const labels: Record<PresetName, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
  "this-week": "This week",
  "last-week": "Last week",
  "this-month": "This month",
  "last-month": "Last month",
  "this-year": "This year",
};

interface ReportControlsProps {
  range: ReportRange & { preset: PresetName | undefined };
  /** All counters, or all groups. */
  all: ReportTarget[];
  /** The ids of those that are chosen; none for all. */
  chosen: string[];
  of: "counters" | "groups";
  onChange(change: ReportSearch): void;
}

/** Chooses what a report is about, which days, and what they are compared with. */
export function ReportControls({ range, all, chosen, of, onChange }: ReportControlsProps) {
  // The field that was changed answers first.
  const settled = useDeferredValue(range);
  const { preset } = range;
  return (
    <div className="report-controls no-print">
      <Group gap={4} wrap="nowrap" align="flex-end">
        <NativeSelect
          label="Report on"
          value={of}
          data={[
            { value: "groups", label: "Groups" },
            { value: "counters", label: "Counters" },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ of: value === "groups" ? value : "counters", ids: undefined })
          }
        />
        <Targets {...{ all, chosen, of, onChange }} />
      </Group>
      <NativeSelect
        label="Range"
        value={preset ?? ""}
        data={[
          ...(preset === undefined ? [{ value: "", label: "Other days" }] : []),
          ...presetNames.map((name) => ({ value: name, label: labels[name] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            ...{ last: presetNames.find((name) => name === value), from: undefined, to: undefined },
          })
        }
      />
      <Group gap={4} wrap="nowrap" align="flex-end">
        <Days range={settled} onChange={onChange} />
        <Beside range={range} by={-1} onChange={onChange} />
        <Beside range={range} by={1} onChange={onChange} />
      </Group>
      <NativeSelect
        label="Compare with"
        value={range.against}
        onChange={({ currentTarget: { value } }) =>
          onChange({ against: choicesAgainst(range).find((choice) => choice === value) })
        }
        data={choicesAgainst(range).map((against) => ({
          value: against,
          label: startOfSentence(againstLabel({ ...range, against })),
        }))}
      />
    </div>
  );
}

function startOfSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface StepChoiceProps extends Pick<ReportControlsProps, "range" | "onChange"> {
  /** How many counters or groups the report is about. */
  targets: number;
}

/** Chooses how long the intervals are. */
export function StepChoice({ range, targets, onChange }: StepChoiceProps) {
  return (
    <Choice
      label="Intervals"
      value={range.by}
      minWidth={0}
      onChange={(by) => onChange({ by })}
      data={reportUnits.map((unit) => ({
        value: unit,
        label: startOfSentence(unit),
        disabled: !isAllowed(unit, range, targets),
      }))}
    />
  );
}

interface BesideProps extends Pick<ReportControlsProps, "range" | "onChange"> {
  by: 1 | -1;
}

/** Goes to the period before or after, as long as this one. */
function Beside({ range, by, onChange }: BesideProps) {
  const today = dayOf(useOrganization(), nowMs()).date;
  const beside = periodBeside(range, { today, by });
  const Sign = by === 1 ? ChevronRightIcon : ChevronLeftIcon;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={by === 1 ? "Next period" : "Previous period"}
      disabled={beside === undefined}
      onClick={() => onChange({ last: undefined, ...beside })}
    >
      <Sign aria-hidden />
    </ActionIcon>
  );
}

type TargetsProps = Pick<ReportControlsProps, "all" | "chosen" | "of" | "onChange">;

const Targets = memo(({ all, chosen, of, onChange }: TargetsProps) => {
  const name = of === "groups" ? "Groups" : "Counters";
  const from = useMemo(() => [{ label: name, items: all }], [name, all]);
  return (
    <NameSelect
      aria-label={name}
      placeholder={chosen.length === 0 ? `All ${of}` : ""}
      flex={1}
      miw={0}
      clearable
      clearButtonProps={{ "aria-label": `All ${of}` }}
      hidePickedOptions
      styles={{ inputField: { minWidth: 40 } }}
      maxValues={maximumTargets}
      nothingFoundMessage="No matches"
      from={from}
      value={chosen}
      onChange={(ids) => onChange({ of, ids: ids.length === 0 ? undefined : ids.join() })}
    />
  );
});

const Days = memo(({ range, onChange }: Pick<ReportControlsProps, "range" | "onChange">) => {
  const calendar = useOrganization();
  const names = useCalendarName();
  const [days, setDays] = useChosenDays(range, [range.from, range.to]);
  return (
    <DatePickerInput
      {...names}
      type="range"
      label="Dates"
      flex={1}
      // With the buttons beside it, which fingers need wider, it fits on 320 px.
      miw={188}
      allowSingleDateInRange
      firstDayOfWeek={1}
      maxDate={dayOf(calendar, nowMs()).date}
      value={days}
      onChange={([from, to]) => {
        setDays([from, to]);
        if (from !== null && to !== null) onChange({ last: undefined, from, to });
      }}
    />
  );
});
