// Without zod: the console's navigation asks what a role may, and every page loads it.

/** What a person is in an organization; who stands before others may do all that they may. */
export const roles = ["owner", "admin", "member"] as const;
export type Role = (typeof roles)[number];

/** Everything that the private API lets people do. The plan is the operator's alone. */
export const actions = [
  "see_counters",
  "count",
  /** Create and change counters, groups and embeds, and see the overview. */
  "manage_counters",
  "leave",
  /** Of what they get mails, and when. */
  "choose_notifications",
  "see_members",
  /** Invite, change and remove admins and members. */
  "manage_members",
  /** Invite, make, change and remove owners. */
  "manage_owners",
  "manage_gates",
  /** Endpoints, their deliveries and events. */
  "manage_webhooks",
  "manage_keys",
  "manage_alerts",
  /** Its name, its time zone, the start of its days and its language. */
  "change_organization",
  "see_audit",
  /** Draw the charts of past counts anew, which reads all of their history. */
  "redraw_charts",
  /** Chat channels, and who gets mails of what unless they choose. */
  "manage_notices",
  "delete_organization",
] as const;
export type Action = (typeof actions)[number];

/** Who may do what: the one table that every private endpoint asks. */
const allowed: Record<Action, readonly Role[]> = {
  see_counters: ["owner", "admin", "member"],
  count: ["owner", "admin", "member"],
  manage_counters: ["owner", "admin"],
  leave: ["owner", "admin", "member"],
  choose_notifications: ["owner", "admin", "member"],
  see_members: ["owner", "admin"],
  manage_members: ["owner", "admin"],
  manage_owners: ["owner"],
  manage_gates: ["owner", "admin"],
  manage_webhooks: ["owner", "admin"],
  manage_keys: ["owner", "admin"],
  manage_alerts: ["owner", "admin"],
  change_organization: ["owner", "admin"],
  see_audit: ["owner", "admin"],
  redraw_charts: ["owner"],
  manage_notices: ["owner"],
  delete_organization: ["owner"],
};

export function may(role: Role, action: Action): boolean {
  return allowed[action].includes(role);
}

/** For conditions of writes. */
export function rolesThatMay(action: Action): readonly Role[] {
  return allowed[action];
}

/** The role that may do more. */
export function higherRole(a: Role, b: Role): Role {
  return roles.indexOf(a) <= roles.indexOf(b) ? a : b;
}

/** The action that concerns a member or an invitation with these roles, before and after. */
export function actionOnRoles(...roles: Role[]): "manage_members" | "manage_owners" {
  return roles.includes("owner") ? "manage_owners" : "manage_members";
}
