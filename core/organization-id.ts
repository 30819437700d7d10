import { allInOrder } from "./all-in-order.ts";
/** False for text that cannot be an organization's id and need not be looked up. */
export function isOrganizationId(text: string): boolean {
  return /^org_[0-9A-Za-z]{20}$/.test(text);
}

/** Returns an organization's name; undefined when there is none of this id. */
export type OrganizationName = (organizationId: string) => Promise<string | undefined>;

/** The name of the organization of this id, which may be any text; undefined when there is none. */
export async function findOrganizationName(
  { organizationName }: { organizationName: OrganizationName },
  organizationId: string,
): Promise<string | undefined> {
  return isOrganizationId(organizationId) ? await organizationName(organizationId) : undefined;
}

/**
 * Runs `read` and looks up the organization of this id, which may be any text, at the same time;
 * undefined when there is none.
 */
export async function readIfOrganizationExists<Read>(
  { organizationName }: { organizationName: OrganizationName },
  organizationId: string,
  read: () => Promise<Read>,
): Promise<Read | undefined> {
  if (!isOrganizationId(organizationId)) return undefined;
  const [name, found] = await allInOrder([organizationName(organizationId), read()]);
  return name === undefined ? undefined : found;
}

export type NoSuchOrganization = { result: "no_such_organization" };
