import { isOrganizationId } from "./organization-id.ts";
import { isSecret } from "./secret.ts";

/** What stands behind # in a link of the console: whoever knows all of it may use the link. */
export interface LinkToken {
  organizationId: string;
  /** Of the invitation or the gate. */
  id: string;
  secret: string;
}

export function formatLinkToken({ organizationId, id, secret }: LinkToken): string {
  return `${organizationId}.${id}.${secret}`;
}

/** The parts of a token; undefined for text that cannot be one and need not be looked up. */
export function parseLinkToken(
  text: string,
  isId: (text: string) => boolean,
): LinkToken | undefined {
  const [organizationId = "", id = "", secret = "", ...rest] = text.split(".");
  const possible = isOrganizationId(organizationId) && isId(id) && isSecret(secret);
  return possible && rest.length === 0 ? { organizationId, id, secret } : undefined;
}
