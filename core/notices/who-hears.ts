import type { Member } from "../members/member.ts";
import { mailRule, type NoticeKind, noticeKinds } from "../members/preferences.ts";
import { type Action, may, type Role } from "../members/role.ts";
import { type Plan, planIncludesAlerts, planIncludesWebhooks } from "../organizations/plan.ts";

/** The plans with the feature that a kind of notice is about. */
const includes: Record<NoticeKind, (plan: Plan) => boolean> = {
  alert: planIncludesAlerts,
  endpoint: planIncludesWebhooks,
  deliveries: planIncludesWebhooks,
  role: () => true,
  report: () => true,
};

/** Whether an organization on this plan has anything to hear of this kind. */
export function planTells(kind: NoticeKind, plan: Plan): boolean {
  return includes[kind](plan);
}

/** Nobody hears by mail of what the console does not show them. */
const shown: Record<NoticeKind, Action> = {
  alert: "see_counters",
  endpoint: "manage_webhooks",
  deliveries: "manage_webhooks",
  role: "see_members",
  report: "see_counters",
};

/** Of an organization what decides who hears of what. */
export interface Telling {
  plan: Plan;
  /** What its owners have set for each kind. */
  mails?: Record<string, string> | undefined;
}

/** What decides who hears of something besides its kind: whose role it is about. */
export interface Subject {
  kind: NoticeKind;
  memberId?: string;
}

/** Bounds what one event can cost. */
export const mostHearers = 100;

/** The members who hear of something, those who belong to the organization longest first. */
export function whoHears<
  Heard extends Pick<Member, "id" | "personId" | "role" | "joinedAt" | "preferences">,
>(subject: Subject, members: readonly Heard[], organization: Telling): Heard[] {
  return members
    .filter((member) => hears(subject, member, organization))
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .slice(0, mostHearers);
}

export function hears(
  { kind, memberId }: Subject,
  { id, role, preferences }: Pick<Member, "id" | "role" | "preferences">,
  { plan, mails }: Telling,
): boolean {
  const rule = mailRule(kind, mails);
  if (rule === "nobody" || !kindsFor(role, plan).includes(kind)) return false;
  const choice = preferences?.kinds[kind];
  // Of their own role people hear unless they have switched it off.
  if (memberId === id) return choice ?? true;
  return may(role, shown[kind]) && (choice ?? (rule === "admins" && role !== "member"));
}

/** What a member can choose to hear of; of roles, everybody at least of their own. */
export function kindsFor(role: Role, plan: Plan): NoticeKind[] {
  return noticeKinds.filter(
    (kind) => includes[kind](plan) && (kind === "role" || may(role, shown[kind])),
  );
}
