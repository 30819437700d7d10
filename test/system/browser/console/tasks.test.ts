import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization, pagesOf } from "./furnished-organization.ts";

useBrowser();

test("the search leads to a counter's reset, and to what is printed", async () => {
  const { organization } = await furnishedOrganization();
  await using page = await pageOf("owner", "groups", { organization });
  await page.getByRole("link", { name: "Hall 1" }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByPlaceholder("Find a page, a counter, a group or an action");
  await field.fill("print");
  await page.getByRole("button", { name: "Print the sheet of a gate" }).waitFor();
  await page.getByRole("button", { name: "Print a report" }).waitFor();
  await field.fill("reset north");
  await page.getByRole("button", { name: "Reset North" }).click();
  await page.getByRole("dialog", { name: "Reset North" }).waitFor();
});

test("a link to a part of a page leads there after a load", async () => {
  const { organization, counter } = await furnishedOrganization();
  await using page = await memberPage(organization, "owner");
  await page.goto(`${consolePath(organization, `counters/${counter.id}`)}#alerts`);
  const heading = page.getByRole("heading", { name: "Alerts", exact: true });
  await heading.waitFor();
  await expect
    .poll(() => heading.evaluate((it) => it.getBoundingClientRect().top))
    .toBeLessThan(800);
});

test("a group takes a counter, and an owner redraws the past", async () => {
  const { organization, group } = await furnishedOrganization();
  await using page = await pageOf("owner", `groups/${group.id}`, { organization });
  await page.getByRole("button", { name: "Add counters" }).click();
  await page.getByRole("dialog").getByLabel("Counters").fill("south");
  await page.getByRole("option", { name: "South" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add 1 counter" }).click();
  await page.getByRole("table", { name: "Counters of the group" }).getByText("South").waitFor();
  await page.goto(consolePath(organization, "settings/organization"));
  await page.getByRole("button", { name: "Redraw earlier charts" }).click();
  await page.getByRole("button", { name: "Redraw all charts" }).click();
  await page.getByText("2 of 2 counters redrawn, 1 count read.").waitFor();
});

test("a press on a day of a report opens it by the hour, and another the day before", async () => {
  const { organization } = await furnishedOrganization();
  await using page = await pageOf("owner", "reports?last=7-days", { organization });
  const numbers = page.getByRole("region", { name: "Numbers by interval" });
  await numbers.getByRole("button").last().click();
  await page.waitForURL(/from=([\d-]+)&to=\1/);
  await expect.poll(() => page.getByRole("radio", { name: "Hour" }).isChecked()).toBe(true);
  expect(await page.getByRole("button", { name: "Next period" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Previous period" }).click();
  await page.getByText(/Nothing was counted in/).waitFor();
});

test("no page scrolls sideways at 320 pixels", async () => {
  const furnished = await furnishedOrganization();
  await using page = await memberPage(furnished.organization, "owner", {
    viewport: { width: 320, height: 640 },
  });
  const wide: string[] = [];
  for (const path of pagesOf(furnished)) {
    await page.goto(consolePath(furnished.organization, path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator('[aria-label^="Loading"]').first().waitFor({ state: "detached" });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wide.push(`${path}: ${width}`);
  }
  expect(wide).toEqual([]);
});
