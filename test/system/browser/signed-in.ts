import { randomUUID } from "node:crypto";
import type { BrowserContextOptions } from "playwright-core";
import { acceptInvitation } from "../../../core/members/accept-invitation.ts";
import type { Role } from "../../../core/members/role.ts";
import type { Organization } from "../../../core/organizations/organization.ts";
import { SessionView } from "../../../core/private-api/session.ts";
import { createInvitation, people } from "../people-service.ts";
import { outputs } from "../service.ts";
import { newPage } from "./browser.ts";

/** A page on which somebody new, with this role in the organization, has signed in. */
export async function memberPage(
  organization: Pick<Organization, "id">,
  role: Role,
  options: BrowserContextOptions = {},
) {
  const email = `${randomUUID()}@people.example`;
  const page = await newPage(options);
  await page.goto(`${outputs.ConsoleUrl}/sign-in?returnTo=/`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${outputs.ConsoleUrl}/`);
  const response = await page.request.get(`${outputs.ConsoleUrl}/api/session`);
  const { person } = SessionView.parse(await response.json());
  const { token } = await createInvitation(organization, { email, role });
  const acceptance = await acceptInvitation(people, { token, personId: person.id });
  if (acceptance.result !== "accepted") throw new Error(`not a member: ${acceptance.result}`);
  return Object.assign(page, { member: acceptance.member });
}

/** The URL of a page of the console's app. */
export function consolePath({ id }: Pick<Organization, "id">, path: string): string {
  return `${outputs.ConsoleUrl}/organizations/${id}/${path}`;
}
