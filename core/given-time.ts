import * as z from "zod";
import { isWithinBounds, withinBounds } from "./time-bounds.ts";

// Every time that comes from outside is read by one of these, so that whatever is stored of it can be
// read again. Times of the service's own are read by `z.iso.datetime()`.

/** Without a bound, the fraction of a second could have any length. */
const longestText = 40;

/**
 * A time that a person or a program chooses; it becomes UTC with milliseconds, as all times are
 * written.
 */
export const GivenTime = z.iso
  .datetime({ offset: true, error: wrong("a date-time such as 2030-01-31T18:00:00Z") })
  .max(longestText, { error: wrong("a date-time such as 2030-01-31T18:00:00Z") })
  .refine((text) => isWithinBounds(Date.parse(text)), {
    error: wrong("a date-time such as 2030-01-31T18:00:00Z"),
  })
  .transform(isoTime);

/** A date that a person or a program chooses. */
export const GivenDate = z.iso
  .date({ error: wrong("a date such as 2030-01-31") })
  .refine((text) => isWithinBounds(Date.parse(text)), {
    error: wrong("a date such as 2030-01-31"),
  });

/**
 * A time by a device's clock, which can be set to any year: it becomes the nearest one within the
 * bounds, because what was counted is not lost for a wrong clock.
 */
export const DeviceTime = z.iso
  .datetime()
  .max(longestText)
  .transform((text) => new Date(withinBounds(Date.parse(text))).toISOString());

function isoTime(text: string): string {
  return new Date(text).toISOString();
}

function wrong(what: string) {
  return ({ input }: { input?: unknown }) => {
    const received =
      typeof input === "string" ? JSON.stringify(input.slice(0, longestText)) : "none";
    return `must be ${what}, of the years 2000 to 2999; received ${received}`;
  };
}
