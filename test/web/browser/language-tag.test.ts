import { expect, test } from "vitest";
import { isLanguageTag, withRegion } from "../../../web/browser/language-tag.ts";

test.each([
  ["en", true],
  ["de-CH", true],
  ["zh-Hant-TW", true],
  ["en-US@posix", false],
  ["c", false],
  ["zh_CN", false],
  ["", false],
])("whether Intl takes %o as a language: %o", (tag, isTag) => {
  expect(isLanguageTag(tag)).toBe(isTag);
});

test.each([
  ["en", ["de-DE", "de", "en-US", "en"], "21 Jan 2026, 18:30"],
  // Firefox in German, and in French.
  ["de", ["de", "en-US", "en"], "21.01.2026, 18:30"],
  ["en", ["de", "en-US", "en"], "21 Jan 2026, 18:30"],
  ["fr", ["fr", "fr-FR", "en-US", "en"], "21 janv. 2026, 18:30"],
  ["en", ["en", "en-GB"], "21 Jan 2026, 18:30"],
  ["en", ["en", "de-DE"], "Jan 21, 2026, 6:30 PM"],
  ["en", ["en-US", "de-DE"], "Jan 21, 2026, 6:30 PM"],
  ["en", ["zh-Hant"], "Jan 21, 2026, 6:30 PM"],
  ["en", ["zh-Hans", "en-US"], "Jan 21, 2026, 18:30"],
  // With English, the region would have another clock.
  ["en", ["pt-BR"], "Jan 21, 2026, 18:30"],
  ["en", ["c", "en-US@posix", "de"], "21 Jan 2026, 18:30"],
  ["en", ["c"], "Jan 21, 2026, 6:30 PM"],
  ["en", [], "Jan 21, 2026, 6:30 PM"],
])("%s in a browser that prefers %j shows %s", (language, preferred, shown) => {
  const format = new Intl.DateTimeFormat(withRegion(language, preferred), {
    ...{ dateStyle: "medium", timeStyle: "short", timeZone: "UTC" },
  });
  expect(format.format(Date.UTC(2026, 0, 21, 18, 30)).replace("\u202f", " ")).toBe(shown);
});
