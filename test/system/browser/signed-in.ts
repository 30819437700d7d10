import type { BrowserContextOptions } from "playwright-core";
import type { Role } from "../../../core/members/role.ts";
import type { Organization } from "../../../core/organizations/organization.ts";
import { createMember } from "../people-service.ts";
import { outputs, signIn } from "../service.ts";
import { newPage } from "./browser.ts";

/**
 * A page on which a new person, with this role in the organization, is signed in. Without the pages of
 * the identity provider, which take a second: the tests of the start page sign in there.
 */
export async function memberPage(
  organization: Pick<Organization, "id">,
  role: Role,
  options: BrowserContextOptions = {},
) {
  // Without a name, as the local provider knows nobody's.
  const signedIn = await createMember(organization, role, await signIn({ name: null }));
  const { cookie, member, person } = signedIn;
  const page = await newPage(options);
  const [name = "", value = ""] = cookie.split("=");
  const { hostname: domain } = new URL(outputs.ConsoleUrl);
  await page
    .context()
    .addCookies([
      { name, value, domain, path: "/", secure: true, httpOnly: true, sameSite: "Lax" },
    ]);
  return Object.assign(page, { member, person });
}

/** The URL of a page of the console's app. */
export function consolePath({ id }: Pick<Organization, "id">, path: string): string {
  return `${outputs.ConsoleUrl}/organizations/${id}${path === "" ? "" : `/${path}`}`;
}
