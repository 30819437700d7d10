import { VisuallyHidden } from "@mantine/core";
import { useNow } from "../api/clock.ts";
import { useOld } from "../shell/freshness.tsx";
import {
  dateFormat,
  formatAgo,
  formatDay,
  formatMoment,
  formatUntil,
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

/** From this difference on, two times are shown: of an ordinary tap they differ by its way only. */
const madeBeforeMs = 60_000;

/** Below when something was counted: when it was made, where that was a while before, without a network. */
export function MadeAt({ at, countedAt }: { at: string | null; countedAt: string }) {
  const timeZone = useTimeZone();
  if (at === null || Date.parse(countedAt) - Date.parse(at) <= madeBeforeMs) return null;
  const day = dateFormat(precisions.day, timeZone);
  const isSameDay = day.format(new Date(at)) === day.format(new Date(countedAt));
  return (
    <span className="row-made">
      made <Time at={at} precision={isSameDay ? "clock" : "minute"} />
    </span>
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
 * A moment as lists show it: "3 min. ago" up to a day, then its date and time, which also stand where the
 * page is old: another may have followed since. The exact moment is said on hover and to screen readers.
 */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return <Near at={at} now={now} format={formatAgo} />;
}

/** A moment as a log shows it, to the second, with its day before today; how long ago is said on hover. */
export function Logged({ at }: { at: string }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const atMs = Date.parse(at);
  const ago = formatAgo(atMs, now, timeZone);
  return (
    <time
      translate="no"
      dateTime={at}
      title={`${dateFormat(fullMoment, timeZone).format(atMs)} (${ago})`}
    >
      {formatMoment(atMs, now, timeZone, precisions.clock)}
    </time>
  );
}

/** A moment to come, which is counted down. */
export function Until({ at }: { at: string }) {
  const now = useNow(1_000);
  return <Near at={at} now={now} format={formatUntil} />;
}

interface NearProps {
  at: string;
  now: number;
  format: (atMs: number, nowMs: number, timeZone?: string) => string;
}

function Near({ at, now, format }: NearProps) {
  const timeZone = useTimeZone();
  const shown = useOld() === undefined ? format : formatMoment;
  const exact = dateFormat(fullMoment, timeZone).format(new Date(at));
  return (
    <time translate="no" dateTime={at} title={exact}>
      <span aria-hidden="true">{shown(Date.parse(at), now, timeZone)}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </time>
  );
}
