import * as z from "zod";
import { isKnownZone } from "./known-zone.ts";

const names = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** An IANA name such as "Europe/Berlin", in the spelling of the database. */
export const TimeZone = z
  .string()
  .max(100)
  .refine((text) => names.test(text) && isKnownZone(text), {
    message: 'must be the IANA name of a time zone, such as "Europe/Berlin" or "UTC"',
    abort: true,
  })
  .transform(spelled);

/** Upper and lower case as they should be; an alias stays what it is. */
function spelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}
