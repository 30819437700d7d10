import { VisuallyHidden } from "@mantine/core";
import { useNow } from "../api/clock.ts";
import {
  dateFormat,
  formatAgo,
  formatDay,
  formatMoment,
  fullMoment,
  type Precision,
  precisions,
  zoneName,
} from "./format.ts";
import { useTimeZone } from "./time-zone.tsx";

interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** How much of it is shown; to the minute unless given. */
  precision?: Precision;
  /** Also shows the time zone: for times that are compared with other zones, or copied. */
  withZone?: boolean;
}

/** A moment in the viewer's format and the page's time zone. */
export function Time({ at, precision = "minute", withZone = false }: TimeProps) {
  const timeZone = useTimeZone();
  const moment = new Date(at);
  return (
    <time translate="no" dateTime={at} title={dateFormat(fullMoment, timeZone).format(moment)}>
      {dateFormat(precisions[precision], timeZone).format(moment)}
      {withZone && ` ${zoneName(moment, timeZone)}`}
    </time>
  );
}

/** Since when, to the minute of today; of an earlier day its date. */
export function useMoment(at: string | null): string | undefined {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return at === null ? undefined : formatMoment(Date.parse(at), now, timeZone);
}

/** Names the day of a moment in the page's time zone. */
export function useDayName(): (at: string) => string {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return (at) => formatDay(Date.parse(at), now, timeZone);
}

/**
 * A moment as lists show it: "3 min. ago" up to a day, then its date and time. The exact moment is said
 * on hover and to screen readers.
 */
export function Ago({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const exact = dateFormat(fullMoment, timeZone).format(new Date(at));
  return (
    <time translate="no" dateTime={at} title={exact}>
      <span aria-hidden="true">{formatAgo(Date.parse(at), now, timeZone)}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </time>
  );
}
