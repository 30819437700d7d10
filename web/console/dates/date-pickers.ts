import { useId } from "@mantine/hooks";
import dayjs from "dayjs";
import { useState } from "react";

const picked = "YYYY-MM-DD HH:mm:ss";

/** A moment as the date pickers write it, in the viewer's time zone. */
export function toPicker(at: string | undefined): string | null {
  return at === undefined ? null : dayjs(at).format(picked);
}

/** What a date picker returns, as ISO 8601; undefined where nothing is chosen. */
export function fromPicker(value: string | Date | null): string | undefined {
  if (value === null || value === "") return undefined;
  const moment = dayjs(value);
  return moment.isValid() ? moment.toISOString() : undefined;
}

/**
 * Names a field's calendar for screen readers. Without these ids, the calendar's dialog refers to an
 * element that does not exist.
 */
export function useCalendarName() {
  const id = useId();
  return { id, popoverProps: { id } };
}

/** The first and the last day, such as "2026-11-22"; null for one that is not chosen. */
export type ChosenDays = [first: string | null, last: string | null];

/**
 * What a field for a range of days shows: what was chosen in it, until `range` is another one, and the
 * days of that after it.
 */
export function useChosenDays(
  range: object,
  daysOfRange: ChosenDays,
): [ChosenDays, (days: ChosenDays) => void] {
  const [chosen, setChosen] = useState<{ days: ChosenDays; before: object }>();
  const choose = (days: ChosenDays) =>
    setChosen(days[0] === null ? undefined : { days, before: range });
  return [chosen?.before === range ? chosen.days : daysOfRange, choose];
}
