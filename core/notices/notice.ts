import * as z from "zod";
import { AlertNotice, alertNotice, mergedAlert } from "./alert-notice.ts";
import type { News } from "./news.ts";
import { ReportNotice } from "./weekly-report.ts";

/** What a message says of one thing, such as an alert: everything since the last message. */
export const Notice = z.discriminatedUnion("kind", [AlertNotice, ReportNotice]);
export type Notice = z.infer<typeof Notice>;

export function noticeOf(news: News): Notice {
  return news.kind === "alert" ? alertNotice(news) : { kind: news.kind, week: news.week };
}

/** What a notice is about; two notices about one thing become one. */
export function subjectOf(notice: Notice): string {
  return notice.kind === "alert" ? `${notice.kind} ${notice.alertId}` : notice.kind;
}

export function merged(a: Notice, b: Notice): Notice {
  if (a.kind === "alert" && b.kind === "alert") return mergedAlert(a, b);
  // Of two weeks, the one that is reported last.
  return b;
}
