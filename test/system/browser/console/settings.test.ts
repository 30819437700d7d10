import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { Role } from "../../../../core/members/role.ts";
import type { Plan } from "../../../../core/organizations/organization.ts";
import { createOrganization, get, outputs, stores } from "../../service.ts";
import { accessibilityFindings, useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

/** Somebody's page of a new organization, in a window of this width. */
async function pageOf(role: Role, path: string, plan: Plan = "pro") {
  const organization = await createOrganization(plan);
  const page = await memberPage(organization, role, { viewport: { width: 1280, height: 900 } });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(consolePath(organization, path));
  return Object.assign(page, { organization });
}
type SettingsPage = Awaited<ReturnType<typeof pageOf>>;

/** Looks at the page in both modes and two widths: axe, and pictures for people. */
async function look(page: SettingsPage, name: string): Promise<void> {
  mkdirSync("dist/screenshots", { recursive: true });
  for (const [width, colorScheme] of [
    [1280, "light"],
    [360, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const path = `dist/screenshots/${name}-${width}-${colorScheme}.png`;
    await page.screenshot({ path, fullPage: true });
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const hostile = "W\"<b>&'‮🚪";

test.each(["owner", "admin"] as const)(
  "as %s an API key is created, used and revoked",
  async (role) => {
    await using page = await pageOf(role, "counters");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
    expect(await page.title()).toBe("API keys · Test");
    await page.getByRole("heading", { name: "There are no API keys yet" }).waitFor();
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("must not be empty").waitFor();
    await page.getByLabel("Name").fill(hostile);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const key = await page.getByLabel("API key", { exact: true }).innerText();
    expect((await get("/api/v1/counters", key)).status).toBe(200);
    await page.getByRole("button", { name: "Copy command" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toBe(
      `curl -H "Authorization: Bearer ${key}" ${outputs.ApiUrl}/api/v1/counters`,
    );
    await page.keyboard.press("Escape");
    await look(page, `key-created-${role}`);
    await page.getByRole("button", { name: "I have kept it" }).click();
    const row = page.getByRole("row").filter({ hasText: key.slice(-4) });
    await row.getByText("1 of 60").waitFor({ timeout: 20_000 });
    await row.getByText("by Anna").or(row.getByText("by ")).first().waitFor();
    expect(await page.content()).not.toContain(key);
    await look(page, `keys-${role}`);
    await page.getByRole("button", { name: `Revoke ${hostile}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("heading", { name: "There are no API keys yet" }).waitFor();
    expect((await get("/api/v1/counters", key)).status).toBe(401);
  },
);

test("a member finds no settings, and is refused at their addresses", async () => {
  await using page = await pageOf("member", "counters");
  await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
  await page.goto(consolePath(page.organization, "settings/api-keys"));
  await page.getByText("Your role in this organization, member, does not allow this").waitFor();
  await look(page, "keys-member");
});

test("on the free plan the page of API keys says what they would need", async () => {
  await using page = await pageOf("owner", "settings/api-keys", "free");
  await page.getByText("The read API needs the Pro plan").waitFor();
  expect(await page.getByRole("button", { name: "Create API key" }).count()).toBe(0);
  await look(page, "keys-free");
  expect(await stores.apiKeys.list(page.organization.id)).toEqual([]);
});
