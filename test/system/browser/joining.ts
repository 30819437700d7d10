import type { Page } from "playwright-core";

/** Fills in the identity provider's form, which asks for no password here. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}
