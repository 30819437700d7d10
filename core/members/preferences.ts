import * as z from "zod";
import { addDays, DayStartTime, dayOf } from "../calendar.ts";
import { languages } from "../languages.ts";
import { reachedAtMs } from "../time-zone.ts";

/** What people can choose to hear of. */
export const noticeKinds = ["alert", "endpoint", "deliveries", "role", "report"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Who gets mails of a kind: owners and admins, unless they choose otherwise; who chooses it; nobody. */
export const mailRules = ["admins", "chosen", "nobody"] as const;
export type MailRule = (typeof mailRules)[number];

/** Where owners have set nothing else. */
const usualRules: Record<NoticeKind, MailRule> = {
  ...{ alert: "admins", endpoint: "admins", deliveries: "chosen", role: "chosen" },
  report: "chosen",
};

/** By what is stored of an organization; a newer release may know more rules. */
export function mailRule(kind: NoticeKind, stored: Record<string, string> = {}): MailRule {
  return mailRules.find((rule) => rule === stored[kind]) ?? usualRules[kind];
}

/** From one time of the organization's clocks to another, which can be on the next day. */
export const QuietHours = z
  .object({ from: DayStartTime, to: DayStartTime })
  .refine(({ from, to }) => from !== to, "must end at another time than they begin");
export type QuietHours = z.infer<typeof QuietHours>;

/** A report has no more rows. */
export const ReportGroupIds = z.array(z.string()).min(1).max(50);

const chosen = z.boolean().exactOptional();

/** What a member has chosen to be told, and how; absent where the default holds. */
export const Preferences = z.object({
  kinds: z.object({
    ...{ alert: chosen, endpoint: chosen, deliveries: chosen, role: chosen, report: chosen },
  }),
  language: z.enum(languages).exactOptional(),
  quietHours: QuietHours.exactOptional(),
  /** The groups of the weekly report; all of them unless given. */
  reportGroupIds: ReportGroupIds.exactOptional(),
});
export type Preferences = z.infer<typeof Preferences>;

export const noPreferences: Preferences = { kinds: {} };

/** A change of what is named; null has the default again. */
export const PreferencesChange = z.object({
  kinds: Preferences.shape.kinds.exactOptional(),
  language: z.enum(languages).nullable().exactOptional(),
  quietHours: QuietHours.nullable().exactOptional(),
  reportGroupIds: ReportGroupIds.nullable().exactOptional(),
});
export type PreferencesChange = z.infer<typeof PreferencesChange>;

export function changedPreferences(before: Preferences, change: PreferencesChange): Preferences {
  const { language, quietHours, reportGroupIds, ...kept } = { ...before, ...change };
  return {
    ...kept,
    kinds: { ...before.kinds, ...change.kinds },
    ...(language && { language }),
    ...(quietHours && { quietHours }),
    ...(reportGroupIds && { reportGroupIds }),
  };
}

/** When the quiet hours end that contain a moment, in epoch milliseconds; undefined outside of them. */
export function quietUntilMs(
  quietHours: QuietHours | undefined,
  timeZone: string,
  nowMs: number,
): number | undefined {
  if (quietHours === undefined) return undefined;
  const { from, to } = quietHours;
  const reachedMs = (date: string, time: string) =>
    reachedAtMs(Date.parse(`${date}T${time}:00Z`), timeZone);
  const today = dayOf({ timeZone }, nowMs).date;
  for (const date of [addDays(today, -1), today]) {
    const endMs = reachedMs(from < to ? date : addDays(date, 1), to);
    if (reachedMs(date, from) <= nowMs && nowMs < endMs) return endMs;
  }
  return undefined;
}
