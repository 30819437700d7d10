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
import { keepPicture } from "../screenshots.ts";

useBrowser();

test("embed and screen speak the organization's language, or that of their URL, and fit", async () => {
  const { messages } = languageOf("ar");
  const organization = await createOrganization("free");
  const { id: organizationId } = organization;
  await changeLanguage(stores, { organizationId, language: "ar" }, operator);
  const group = await newGroup(organization, { name: "Hall 1", capacity: 2_000 });
  await tapOnce(await createCounter(organization, { groupId: group.id, incrementStep: 1_234 }));
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
    await seen(page, "main", "1,234");
    await seen(page, "main", state);
    expect(await html.getAttribute("dir")).toBe("rtl");
    await keepPicture(page, `languages-${path}-ar`);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await html.evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    await page.goto(`${outputs.BaseUrl}/${path}/${sessionId}?lang=es`);
    const spanish = languageOf("es").messages;
    await seen(page, "main", path === "embed" ? spanish.live : spanish.comeIn);
    if (path === "embed") await seen(page, ".changed", spanish.changed);
    expect(await html.getAttribute("lang")).toBe("es");
    expect(await html.getAttribute("dir")).toBe("ltr");
  }
});
