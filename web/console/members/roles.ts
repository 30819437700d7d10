import { actionOnRoles, may, type Role, roles } from "../../../core/members/role.ts";

/** The roles that a person of this role may give, from the least on. */
export function rolesToGive(own: Role): Role[] {
  return roles.filter((role) => may(own, actionOnRoles(role))).reverse();
}

/** What a role means, for whoever is about to give it. */
export const roleSentences: Record<Role, string> = {
  member: "Sees counters and counts.",
  admin: "Also manages counters, alerts, developers’ settings and members.",
  owner: "Can do everything, including managing other owners.",
};
