import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../people-service.ts";
import { createCounter, createOrganization, stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath, memberPage } from "../signed-in.ts";

useBrowser();

const viewer = { locale: "de-DE", timezoneId: "America/New_York" };
const organizations = "Asia/Kathmandu";

async function organizationIn(timeZone: string) {
  const organization = await createOrganization("enterprise");
  await changeTimeZone(stores, { organizationId: organization.id, timeZone }, operator);
  return organization;
}

/** What a time of the page says on hover, and what it would be in a time zone. */
async function timeIn(page: Page, timeZone: string): Promise<{ shown: string; expected: string }> {
  const time = page.getByRole("table").locator("time").first();
  await time.waitFor();
  return await time.evaluate((element, timeZone) => {
    const at = new Date(element.getAttribute("datetime") ?? "");
    const style = { dateStyle: "full", timeStyle: "long" } as const;
    const format = new Intl.DateTimeFormat("en-DE", { timeZone, ...style });
    return { shown: element.getAttribute("title") ?? "", expected: format.format(at) };
  }, timeZone);
}

test("what is counted is shown in the organization's time zone, settings in the viewer's, and pages say so", async () => {
  const organization = await organizationIn(organizations);
  const counter = await createCounter(organization, { name: "North" });
  await using page = await memberPage(organization, "owner", viewer);
  const theirs = `Times are in the organization’s time zone, ${organizations}.`;
  for (const path of ["alerts", `counters/${counter.id}`]) {
    await page.goto(consolePath(organization, path));
    await page.getByText(theirs).waitFor();
  }
  await page.goto(consolePath(organization, "counters"));
  const counted = await timeIn(page, organizations);
  expect(counted.shown).toBe(counted.expected);
  const own = `Times are in your time zone, ${viewer.timezoneId}.`;
  for (const path of ["deliveries", "events", "audit"]) {
    await page.goto(consolePath(organization, `settings/${path}`));
    await page.getByText(own).waitFor();
    expect(await page.getByText(theirs).count()).toBe(0);
  }
  const changed = await timeIn(page, viewer.timezoneId);
  expect(changed.shown).toBe(changed.expected);
});

test("a list that says how long ago things were names the zone once it shows their time", async () => {
  const organization = await organizationIn(organizations);
  await createCounter(organization, { name: "North" });
  await using page = await memberPage(organization, "owner", viewer);
  await page.goto(consolePath(organization, "counters"));
  await page.getByRole("table").locator("time").first().waitFor();
  expect(await page.getByText("Times are in").count()).toBe(0);
  await page.clock.setFixedTime(Date.now() + 2 * 24 * 3_600_000);
  await page.reload();
  await page.getByText(`Times are in the organization’s time zone, ${organizations}.`).waitFor();
});

test("pickers write dates and times as the tables beside them, in English", async () => {
  const organization = await createOrganization("pro");
  await using page = await memberPage(organization, "owner", viewer);
  await page.goto(consolePath(organization, "settings/audit?until=2020-01-05"));
  const day = page.getByLabel("To day").first();
  await day.waitFor();
  expect(await day.innerText()).toBe("5 Jan 2020");
  await page.goto(consolePath(organization, "settings/deliveries?since=2020-01-05T22:04:00.000Z"));
  const since = page.getByRole("button", { name: "From", exact: true });
  expect(await since.innerText()).toBe("5 Jan 2020, 17:04");
});
