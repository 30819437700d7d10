import * as z from "zod";
import { LocalDate } from "../calendar.ts";
import type { NoticeRules } from "./notice-rules.ts";

/** Names only the week: its numbers are read when the message is sent. */
export const ReportNotice = z.object({
  kind: z.literal("report"),
  /** The Monday with which it began. */
  week: LocalDate,
});
export type ReportNotice = z.infer<typeof ReportNotice>;

export const reportRules: NoticeRules<ReportNotice> = {
  about: () => "",
  merged: (a, b) => (a.week > b.week ? a : b),
  told: (notice) => notice,
  opens: () => undefined,
};
