import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../browser.ts";
import { consolePath } from "../signed-in.ts";
import { pageOf } from "./console-page.ts";
import { furnishedOrganization } from "./furnished-organization.ts";

useBrowser();

test.each(["light", "dark"] as const)(
  "in the %s a selected entry stands out from its ground, and its text from it",
  async (colorScheme) => {
    const furnished = await furnishedOrganization();
    await using page = await pageOf("owner", "reports", { organization: furnished.organization });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const entry = page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]");
    expect(await contrastsOf(entry)).toEqual({ toGround: true, ofText: true, hasMark: false });
    await page.goto(consolePath(furnished.organization, "settings/deliveries"));
    await page.locator("tbody .row-link").first().click();
    const row = page.locator("tbody tr[aria-current]");
    expect(await contrastsOf(row)).toMatchObject({ toGround: true, ofText: true });
    await page.goto(consolePath(furnished.organization, "notifications"));
    const colors = [true, false].map((checked) => trackColor(page, checked));
    expect(new Set(await Promise.all(colors)).size).toBe(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(consolePath(furnished.organization, "counters"));
    const tab = page.getByRole("navigation", { name: "Main pages" }).locator("[aria-current=page]");
    expect(await contrastsOf(tab)).toMatchObject({ ofText: true, hasMark: true });
  },
);

test("the ring of a focused entry of the navigation is not cut off", async () => {
  await using page = await pageOf("owner", "");
  const entries = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
  await entries.first().waitFor();
  for (const entry of [entries.first(), entries.last()]) {
    await entry.press("Shift");
    const cut = await entry.evaluate((link) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(link);
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const { left, right, top, bottom } = link.getBoundingClientRect();
      if (outlineStyle === "none") return ["no ring"];
      const cutting: string[] = [];
      for (let each = link.parentElement; each !== null; each = each.parentElement) {
        if (getComputedStyle(each).overflowX === "visible") continue;
        const clip = each.getBoundingClientRect();
        if (left - ring < clip.left || right + ring > clip.right) cutting.push(each.className);
        if (top - ring < clip.top || bottom + ring > clip.bottom) cutting.push(each.className);
      }
      return cutting;
    });
    expect(cut).toEqual([]);
  }
});

/** Of the first switch that is on, or off. */
function trackColor(page: Page, checked: boolean): Promise<string> {
  return page
    .getByRole("switch", { checked })
    .first()
    .locator("+ .mantine-Switch-track")
    .evaluate((track) => getComputedStyle(track).backgroundColor);
}

/** Whether it has 1.3 to what lies below it, its text 4.5 to it, and a line of its own at an edge. */
async function contrastsOf(entry: Locator) {
  await entry.waitFor();
  return await entry.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (canvas === null) throw new Error("no canvas");
    /** Draws these colors one above the other. */
    const luminance = (colors: string[]) => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (a: string[], b: string[]) => {
      const [less = 0, more = 0] = [luminance(a) + 0.05, luminance(b) + 0.05].sort((x, y) => x - y);
      return more / less;
    };
    const grounds: string[] = [];
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      grounds.unshift(getComputedStyle(each).backgroundColor);
    }
    const { backgroundColor, boxShadow } = getComputedStyle(element);
    const own = [...grounds, backgroundColor];
    const texts = [element, ...element.querySelectorAll("*")].filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
    );
    return {
      toGround: contrast(own, grounds) >= 1.3,
      ofText: texts.every((text) => contrast([...own, getComputedStyle(text).color], own) >= 4.5),
      hasMark: boxShadow.includes("inset"),
    };
  });
}
