import * as z from "zod";
import { systemClock } from "../../../adapters/system-clock.ts";
import { GivenDate, GivenTime } from "../../../core/given-time.ts";
import { earliestMs } from "../../../core/time-bounds.ts";

const unitsMs = new Map([
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const Moment = z.union([GivenTime, GivenDate]).transform((text) => () => Date.parse(text));

const Ago = z
  .string()
  .regex(/^\d{1,6}[mhd]$/)
  .transform((text) => {
    const agoMs = Number(text.slice(0, -1)) * (unitsMs.get(text.slice(-1)) ?? 0);
    return (nowMs: number) => nowMs - agoMs;
  });

/** A time that the service has written may be ahead of this machine's clock. */
const clockSkewMs = 10 * 60_000;

/**
 * A time as people write it; the result is a function that returns milliseconds since the epoch. What
 * is longer ago becomes 2000: it could not be given as such a time again.
 */
export const SinceText = z
  .union([Ago, Moment], {
    error:
      "must be a time such as 30m, 2h, 7d, 2026-01-31 or 2026-01-31T10:00:00Z, of the years 2000 to 2999",
  })
  // A date begins in UTC: east of Greenwich, today's can lie ahead.
  .refine((since) => since(systemClock.now()) <= systemClock.now() + clockSkewMs, {
    error: () =>
      `must not be in the future: it is now ${new Date(systemClock.now()).toISOString()}`,
  })
  .transform((since) => (nowMs: number) => Math.max(earliestMs, since(nowMs)));
