import type { Page } from "playwright-core";
import { expect } from "vitest";
import { withoutBidiControls } from "../../../../core/bidi.ts";
import type { Role } from "../../../../core/members/role.ts";
import type { Organization, Plan } from "../../../../core/organizations/organization.ts";
import { createOrganization } from "../../service.ts";
import { accessibilityFindings } from "../browser.ts";
import { expectAllInSight } from "../in-sight.ts";
import { keepPicture } from "../screenshots.ts";
import { consolePath, memberPage } from "../signed-in.ts";

/** A page on which a person of this role looks at an organization, a new one unless given. */
export async function pageOf(
  role: Role,
  path: string,
  { plan = "pro", organization }: { plan?: Plan; organization?: Organization } = {},
) {
  const seen = organization ?? (await createOrganization(plan));
  const page = await memberPage(seen, role, { viewport: { width: 1280, height: 900 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(consolePath(seen, path));
  return Object.assign(page, { organization: seen });
}
export type ConsolePage = Awaited<ReturnType<typeof pageOf>>;

/** Has axe look at a page wide and light, then narrow and dark; all of it must be in sight. */
export async function look(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [360, "dark"],
  ] as const) {
    // First, so that nothing moves while the window changes.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await keepPicture(page, `${name}-${width}-${colorScheme}`, { fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
    await expectAllInSight(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Quotes, markup, a change of direction, the end of an isolation, and a character beyond U+FFFF. */
export const hostileName = "W\"<b>&'\u202e\u2069🚪";

/** The same as pages show it: without what turns the text around it. */
export const shownName = withoutBidiControls(hostileName);

/** Chooses an action of the menu beside a page's title. */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  await page
    .locator("#main")
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Presses the button of this name in the dialog that asks. */
export async function confirm(page: ConsolePage, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}
