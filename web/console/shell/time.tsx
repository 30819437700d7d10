interface TimeProps {
  /** ISO 8601. */
  at: string;
  /** How much of it is shown; to the minute unless given. */
  precision?: "day" | "minute" | "second";
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const second = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const formats = { day, minute, second };
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** A moment in the format and the time zone of the viewer. */
export function Time({ at, precision = "minute" }: TimeProps) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={full.format(moment)}>
      {formats[precision].format(moment)}
    </time>
  );
}
