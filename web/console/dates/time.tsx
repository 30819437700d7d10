import { dateFormat, fullMoment, type Precision, precisions, zoneName } from "./format.ts";
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
    <time dateTime={at} title={dateFormat(fullMoment, timeZone).format(moment)}>
      {dateFormat(precisions[precision], timeZone).format(moment)}
      {withZone && ` ${zoneName(moment, timeZone)}`}
    </time>
  );
}
