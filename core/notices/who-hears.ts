import type { Member } from "../members/member.ts";
import { type NoticeKind, noticeKinds } from "../members/preferences.ts";
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

/** Who hears of a kind unless they say otherwise. */
const hearsByDefault: Record<NoticeKind, readonly Role[]> = {
  alert: ["owner", "admin"],
  endpoint: ["owner", "admin"],
  deliveries: [],
  role: [],
  report: [],
};

/** Bounds what one event can cost. */
export const mostHearers = 100;

/** The members who hear of a kind, those who belong to the organization longest first. */
export function whoHears<
  Heard extends Pick<Member, "personId" | "role" | "joinedAt" | "preferences">,
>(kind: NoticeKind, members: readonly Heard[], organization: { plan: Plan }): Heard[] {
  return members
    .filter((member) => hears(kind, member, organization))
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .slice(0, mostHearers);
}

export function hears(
  kind: NoticeKind,
  { role, preferences }: Pick<Member, "role" | "preferences">,
  { plan }: { plan: Plan },
): boolean {
  const isOffered = kindsFor(role, plan).includes(kind);
  return isOffered && (preferences?.kinds[kind] ?? hearsByDefault[kind].includes(role));
}

/** What a member can choose to hear of. */
export function kindsFor(role: Role, plan: Plan): NoticeKind[] {
  return noticeKinds.filter((kind) => includes[kind](plan) && may(role, shown[kind]));
}
