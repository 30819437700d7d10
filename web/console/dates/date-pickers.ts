import { useId } from "@mantine/hooks";
import dayjs from "dayjs";

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
