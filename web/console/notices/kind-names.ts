import type { MailRule, NoticeKind } from "../../../core/members/preferences.ts";

/** What people hear of, on every page. */
export const kindNames: Record<NoticeKind, string> = {
  alert: "Alerts",
  endpoint: "Failing endpoints",
  deliveries: "Deliveries given up or held back",
  role: "Changed roles",
  report: "Weekly report",
};

/** Who gets mails of a kind. */
export const ruleNames: Record<MailRule, string> = {
  admins: "Owners and admins",
  chosen: "Only those who choose it",
  nobody: "Nobody",
};
