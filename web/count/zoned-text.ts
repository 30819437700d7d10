import { knownZone } from "../../core/known-zone.ts";
import { pageLocale } from "../languages/page-language.ts";

/**
 * A time, or from one to another, by the organization's clocks: with the zone's name where the device's
 * own clocks show another time, and by those where the organization's zone is not known.
 */
export function zonedText(
  { fromMs, toMs = fromMs }: { fromMs: number; toMs?: number },
  parts: Intl.DateTimeFormatOptions,
  timeZone: string | undefined,
): string {
  const text = (more: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(pageLocale(), { ...parts, ...more }).formatRange(fromMs, toMs);
  if (timeZone === undefined) return text({});
  const zone = { timeZone: knownZone(timeZone) };
  const isSame = text({ ...zone, weekday: "short" }) === text({ weekday: "short" });
  return text({ ...zone, ...(!isSame && { timeZoneName: "short" }) });
}

export const timeParts = { hour: "numeric", minute: "2-digit" } as const;

export const dateParts = { year: "numeric", month: "short", day: "numeric" } as const;
