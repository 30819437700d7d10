import type { Member } from "../members/member.ts";
import { type Plan, planIncludesAlerts, planIncludesWebhooks } from "../organizations/plan.ts";

/** What people can choose to hear of. */
export const noticeKinds = ["alert", "endpoint", "deliveries", "role", "report"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What a person has chosen in an organization; absent where they have not. */
export type Preferences = Partial<Record<NoticeKind, boolean>> & {
  /** The groups of their weekly report; all of them unless given. */
  reportGroupIds?: string[];
};

/** The plans with the feature that a kind of notice is about. */
const includes: Record<NoticeKind, (plan: Plan) => boolean> = {
  alert: planIncludesAlerts,
  endpoint: planIncludesWebhooks,
  deliveries: planIncludesWebhooks,
  role: () => true,
  report: () => true,
};

/** Who hears of a kind unless they say otherwise. */
const hearsByDefault: Record<NoticeKind, readonly Member["role"][]> = {
  alert: ["owner", "admin"],
  endpoint: ["owner", "admin"],
  deliveries: [],
  role: [],
  report: [],
};

/** Bounds what one event can cost. */
export const mostHearers = 100;

/**
 * The members who hear of a kind, those who belong to the organization longest first. `preferences` are
 * by person.
 */
export function whoHears<Heard extends Pick<Member, "personId" | "role" | "joinedAt">>(
  kind: NoticeKind,
  members: readonly Heard[],
  { plan, preferences = {} }: { plan: Plan; preferences?: Record<string, Preferences> },
): Heard[] {
  if (!includes[kind](plan)) return [];
  return members
    .filter(
      ({ personId, role }) => preferences[personId]?.[kind] ?? hearsByDefault[kind].includes(role),
    )
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .slice(0, mostHearers);
}
