import * as z from "zod";

const names = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** An IANA name such as "Europe/Berlin", in the spelling of the database. */
export const TimeZone = z
  .string()
  .max(100)
  .refine((text) => names.test(text) && isKnown(text), {
    message: 'must be the IANA name of a time zone, such as "Europe/Berlin" or "UTC"',
    abort: true,
  })
  .transform(spelled);

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Upper and lower case as they should be; an alias stays what it is. */
function spelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}
