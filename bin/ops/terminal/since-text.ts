import * as z from "zod";

const unitsMs = new Map([
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => () => Date.parse(text));

const Ago = z
  .string()
  .regex(/^\d{1,6}[mhd]$/)
  .transform((text) => {
    const agoMs = Number(text.slice(0, -1)) * (unitsMs.get(text.slice(-1)) ?? 0);
    return (nowMs: number) => nowMs - agoMs;
  });

/**
 * A time as people write it; the result is a function that returns milliseconds since the epoch. What
 * is before 1970 becomes 1970: a year before 0 could not be written as such a time again.
 */
export const SinceText = z
  .union([Ago, Moment], {
    error: "must be a time such as 30m, 2h, 7d, 2030-01-31 or 2030-01-31T10:00:00Z",
  })
  .transform((since) => (nowMs: number) => Math.max(0, since(nowMs)));
