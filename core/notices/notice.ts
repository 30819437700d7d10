import type * as z from "zod";
import { AlertNotice, alertNotice, mergedAlert } from "./alert-notice.ts";
import type { News } from "./news.ts";

/** What a message says of one thing, such as an alert: everything since the last message. */
export const Notice = AlertNotice;
export type Notice = z.infer<typeof Notice>;

export function noticeOf(news: News): Notice {
  return alertNotice(news);
}

/** What a notice is about; two notices about one thing become one. */
export function subjectOf({ kind, alertId }: Notice): string {
  return `${kind} ${alertId}`;
}

export function merged(a: Notice, b: Notice): Notice {
  return mergedAlert(a, b);
}
