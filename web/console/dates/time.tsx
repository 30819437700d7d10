interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** How much of it is shown; to the minute unless given. */
  precision?: Precision;
  /** The viewer's unless given. */
  timeZone?: string | undefined;
  /** Also shows the time zone, where nothing beside it does. */
  withZone?: boolean;
}

type Precision = "day" | "minute" | "second";

/** A moment in the viewer's format. */
export function Time({ at, precision = "minute", timeZone, withZone = false }: TimeProps) {
  const moment = new Date(at);
  const { shown, full } = formatsOf(precision, timeZone, withZone);
  return (
    <time dateTime={at} title={full.format(moment)}>
      {shown.format(moment)}
    </time>
  );
}

type Parts = Intl.DateTimeFormatOptions;

const styles: Record<Precision, Parts> = {
  day: { dateStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
};

/** The same in parts: `Intl` does not allow the name of a time zone beside a style. */
const day: Parts = { year: "numeric", month: "short", day: "numeric" };
const minute: Parts = { ...day, hour: "numeric", minute: "2-digit" };
const zoned: Record<Precision, Parts> = {
  day,
  minute: { ...minute, timeZoneName: "short" },
  second: { ...minute, second: "2-digit", timeZoneName: "short" },
};

interface Formats {
  shown: Intl.DateTimeFormat;
  full: Intl.DateTimeFormat;
}

/** Kept, because making a format takes longer than drawing a row of a table. */
const formats = new Map<string, Formats>();

function formatsOf(precision: Precision, timeZone: string | undefined, withZone: boolean): Formats {
  const key = `${precision} ${withZone} ${timeZone}`;
  const kept = formats.get(key);
  if (kept !== undefined) return kept;
  const made = {
    shown: new Intl.DateTimeFormat(undefined, {
      timeZone,
      ...(withZone ? zoned : styles)[precision],
    }),
    full: new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: "full", timeStyle: "long" }),
  };
  formats.set(key, made);
  return made;
}
