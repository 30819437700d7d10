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
  [["de-DE", "de", "en-US", "en"], "18:30"],
  [["en", "en-GB"], "18:30"],
  [["en-US", "de-DE"], "6:30 PM"],
  [["c", "en-US@posix"], "6:30 PM"],
  [[], "6:30 PM"],
])("English of a browser that prefers %j shows %s", (preferred, shown) => {
  const format = new Intl.DateTimeFormat(withRegion("en", preferred), {
    timeStyle: "short",
    timeZone: "UTC",
  });
  expect(format.format(Date.UTC(2026, 0, 1, 18, 30)).replace("\u202f", " ")).toBe(shown);
});
