import type { MailRule, NoticeKind } from "../../../core/members/preferences.ts";

/** What people hear of, on every page. */
export const kindNames: Record<NoticeKind, string> = {
  alert: "Alerts",
  endpoint: "Failing endpoints",
  deliveries: "Deliveries given up or held back",
  role: "Changed roles",
  report: "Weekly report",
};

/** When they hear of it. */
export const kindAbout: Record<NoticeKind, string> = {
  alert: "When an alert fires, and when the count is below its limit again.",
  endpoint: "When a webhook endpoint has failed for an hour or a day, or works again.",
  deliveries: "When they are given up, or held back by a pause for a day. They can be sent again.",
  role: "When somebody’s role changes. Everyone hears of their own, unless they switched this off themselves.",
  report: "Last week’s numbers, each Monday at 7:00, or when the day starts if that is later.",
};

/** Who gets mails of a kind. */
export const ruleNames: Record<MailRule, string> = {
  admins: "Owners and admins",
  chosen: "Only those who choose it",
  nobody: "Nobody",
};
