import { VisuallyHidden } from "@mantine/core";
import { useNow } from "../api/clock.ts";
import {
  dateFormat,
  formatAgo,
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
