import { expect, test } from "vitest";
import { isLanguageTag } from "../../../web/browser/language-tag.ts";

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
