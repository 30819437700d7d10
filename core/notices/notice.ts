import * as z from "zod";
import { AlertNotice, alertNotice, alertRules } from "./alert-notice.ts";
import { DeliveriesNotice, deliveriesNotice, deliveriesRules } from "./deliveries-notice.ts";
import { EndpointNotice, endpointNotice, endpointRules } from "./endpoint-notice.ts";
import type { News } from "./news.ts";
import { latest, type NoticeRules } from "./notice-rules.ts";
import { ReportNotice, reportRules } from "./report-notice.ts";
import { RoleNotice, roleNotice, roleRules } from "./role-notice.ts";

/** What a message says of one thing, such as an alert: everything since the last message. */
export const Notice = z.discriminatedUnion("kind", [
  AlertNotice,
  EndpointNotice,
  DeliveriesNotice,
  RoleNotice,
  ReportNotice,
]);
export type Notice = z.infer<typeof Notice>;

const rules: { [Kind in Notice["kind"]]: NoticeRules<Extract<Notice, { kind: Kind }>> } = {
  alert: alertRules,
  endpoint: endpointRules,
  deliveries: deliveriesRules,
  role: roleRules,
  report: reportRules,
};

/** The rules of a notice's own kind. */
const rulesOf = ({ kind }: Notice) => rules[kind] as NoticeRules<Notice>;

export function noticeOf(news: News): Notice {
  if (news.kind === "alert") return alertNotice(news);
  if (news.kind === "endpoint") return endpointNotice(news);
  if (news.kind === "report") return { kind: news.kind, week: news.week };
  return news.kind === "deliveries" ? deliveriesNotice(news) : roleNotice(news);
}

/** What a notice is about; two notices about one thing become one. */
export function subjectOf(notice: Notice): string {
  return `${notice.kind} ${rulesOf(notice).about(notice)}`;
}

/** Of two about one thing. */
export function merged(a: Notice, b: Notice): Notice {
  return rulesOf(a).merged(a, b);
}

/** What is known of things, by subject. */
export interface KnownThings {
  /** What was told as begun, until its end is told. */
  open: Record<string, string>;
  /** When the latest happened that is known of each. */
  since: Record<string, string>;
}

/** The notice as it is told; undefined where it is no news to who has heard of these things. */
export function told(notice: Notice, { open, since }: KnownThings): Notice | undefined {
  const subject = subjectOf(notice);
  return rulesOf(notice).told(notice, open[subject], since[subject]);
}

/** What is open after the notices were told, the latest of at most so many. */
export function openAfter(open: KnownThings["open"], notices: Notice[], most: number) {
  return entriesAfter(open, notices, most, (notice) => rulesOf(notice).opens(notice));
}

/** Since when things are as they are, after notices that were told or are no news. */
export function sinceAfter(since: KnownThings["since"], notices: Notice[], most: number) {
  return entriesAfter(since, notices, most, (notice, before) =>
    latest(before, rulesOf(notice).at?.(notice), (at) => at),
  );
}

function entriesAfter(
  entries: Record<string, string>,
  notices: Notice[],
  most: number,
  entryOf: (notice: Notice, before: string | undefined) => string | undefined,
): Record<string, string> {
  const after = new Map(Object.entries(entries));
  for (const notice of notices) {
    const subject = subjectOf(notice);
    const entry = entryOf(notice, after.get(subject));
    after.delete(subject);
    if (entry !== undefined) after.set(subject, entry);
  }
  return Object.fromEntries([...after].slice(-most));
}
