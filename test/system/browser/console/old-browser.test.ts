import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { changeTimeZone } from "../../../../core/organizations/organization-changes.ts";
import { operator } from "../../people-service.ts";
import { stores } from "../../service.ts";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization, pagesOf } from "./furnished-organization.ts";

useBrowser();

const timeZone = "Asia/Qostanay";

/** A browser that is older than the zone's name, on a system whose language is no language tag. */
function beOld(unknown: string): void {
  const refuse = (options?: Intl.DateTimeFormatOptions) => {
    if (options?.timeZone === unknown) throw new RangeError(`Invalid time zone: ${unknown}`);
  };
  const { DateTimeFormat } = Intl;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct(target, [locales, options]) {
      refuse(options);
      return new target(locales, options);
    },
  });
  const { toLocaleString: format } = Date.prototype;
  function refusing(
    this: Date,
    locales?: Intl.LocalesArgument,
    options?: Intl.DateTimeFormatOptions,
  ): string {
    refuse(options);
    return format.call(this, locales, options);
  }
  Object.assign(Date.prototype, { toLocaleString: refusing });
  Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true });
  Object.defineProperty(navigator, "languages", { value: ["en-US@posix", "c"] });
}

const shown = (page: Page) => page.locator("#main").innerText();

test("every page works where the browser knows neither the zone nor its own language", {
  timeout: 180_000,
}, async () => {
  const furnished = await furnishedOrganization();
  const { organization, counter } = furnished;
  await changeTimeZone(stores, { organizationId: organization.id, timeZone }, operator);
  await using page = await pageOf("owner", "", { organization });
  await page.addInitScript(beOld, timeZone);
  for (const path of pagesOf(furnished)) {
    await page.goto(consolePath(organization, path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await shown(page), path).not.toMatch(/could not be (loaded|shown)/);
  }
  await page.goto(consolePath(organization, `counters/${counter.id}`));
  await page.getByText(`Times are in the organization’s time zone, ${timeZone}`).waitFor();
  expect(await shown(page)).toContain(`${timeZone} (shown as GMT+5)`);
  const time = page.locator("#main time[datetime]").first();
  await time.waitFor();
  const { title, expected } = await time.evaluate((element) => {
    const at = new Date(element.getAttribute("datetime") ?? "");
    const style = { dateStyle: "full", timeStyle: "long", timeZone: "Etc/GMT-5" } as const;
    const expected = new Intl.DateTimeFormat("en-US", style).format(at);
    return { title: element.getAttribute("title"), expected };
  });
  expect(title).toBe(expected);
});
