import type { Page } from "playwright-core";
import type { Role } from "../../../core/members/role.ts";
import type { Organization } from "../../../core/organizations/organization.ts";
import { createInvitation } from "../people-service.ts";
import { outputs } from "../service.ts";

/** Fills in the identity provider's form, which asks for no password here. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Accepts an invitation as a person new to the service; returns their e-mail address. */
export async function joinAs(page: Page, organization: Organization, role: Role): Promise<string> {
  const email = `${role}.${organization.id.slice(4).toLowerCase()}@example.com`;
  const { token } = await createInvitation(organization, { email, role });
  await page.goto(`${outputs.ConsoleUrl}/join#${token}`);
  await page.getByRole("link", { name: "Sign in to accept" }).click();
  await signInAs(page, email);
  await page.getByRole("button", { name: "Accept" }).click();
  const start = `${outputs.ConsoleUrl}/?org=${organization.id}`;
  const console = `${outputs.ConsoleUrl}/organizations/${organization.id}/counters`;
  await page.waitForURL(({ href }) => href === start || href === console);
  // Who may make the first counter is led to the console.
  if (page.url() === console) await page.goto(start);
  await page.getByRole("heading", { name: organization.name }).waitFor();
  return email;
}
