import type { Role } from "../../core/members/role.ts";

/** A person who can sign in to the demo with one click. */
export interface DemoPerson {
  name: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** The name of one of the demo's organizations. */
  organization: string;
}

/** One person for each role in each of the demo's organizations. */
export const demoPeople: readonly DemoPerson[] = [
  person("Olivia", "owner", "City Museum"),
  person("Adam", "admin", "City Museum"),
  person("Mia", "member", "City Museum"),
  person("Otto", "owner", "Stadium Group"),
  person("Amira", "admin", "Stadium Group"),
  person("Milo", "member", "Stadium Group"),
  person("Oscar", "owner", "Village Fair"),
  person("Alma", "admin", "Village Fair"),
  person("Max", "member", "Village Fair"),
];

function person(name: string, role: Role, organization: string): DemoPerson {
  const domain = organization.toLowerCase().replaceAll(" ", "-");
  return { name, email: `${name.toLowerCase()}@${domain}.example`, role, organization };
}
