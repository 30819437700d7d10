import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { changeLanguage } from "../../../../core/organizations/organization-changes.ts";
import { languageOf } from "../../../../web/embed/language.ts";
import { newGroup } from "../../group-service.ts";
import { operator } from "../../people-service.ts";
import {
  createCounter,
  createOrganization,
  outputs,
  shareGroup,
  stores,
  tapOnce,
} from "../../service.ts";
import { accessibilityFindings, newPage, seen, useBrowser } from "../browser.ts";
import { screenshots } from "../screenshots.ts";

useBrowser();
mkdirSync(screenshots, { recursive: true });

test.each([
  { language: "de", direction: "ltr", number: "1.234" },
  { language: "ar", direction: "rtl", number: "1,234" },
  { language: "ja", direction: "ltr", number: "1,234" },
] as const)(
  "embed and screen speak the organization's $language, or the language of their URL",
  async ({ language, direction, number }) => {
    const { messages } = languageOf(language);
    const organization = await createOrganization("free");
    const { id: organizationId } = organization;
    await changeLanguage(stores, { organizationId, language }, operator);
    const group = await newGroup(organization, { name: "Hall 1", capacity: 2_000 });
    const settings = { groupId: group.id, incrementStep: 1_234 };
    await tapOnce(await createCounter(organization, settings));
    const sessionId = await shareGroup(group);

    // The browser's language does not matter.
    await using page = await newPage({ locale: "fr" });
    const html = page.locator("html");
    for (const [path, state, width, height] of [
      ["embed", messages.live, 300, 200],
      ["screen", messages.comeIn, 320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${outputs.BaseUrl}/${path}/${sessionId}`);
      await seen(page, "main", number);
      await seen(page, "main", state);
      expect(await html.getAttribute("lang")).toBe(language);
      expect(await html.getAttribute("dir")).toBe(direction);
      await page.screenshot({ path: `${screenshots}/languages-${path}-${language}.png` });
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await html.evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);

      await page.goto(`${outputs.BaseUrl}/${path}/${sessionId}?lang=es`);
      const spanish = languageOf("es").messages;
      await seen(page, "main", path === "embed" ? spanish.live : spanish.comeIn);
      if (path === "embed") await seen(page, ".changed", spanish.changed);
      expect(await html.getAttribute("lang")).toBe("es");
      expect(await html.getAttribute("dir")).toBe("ltr");
    }
  },
);
