import { expect, test } from "vitest";
import {
  choiceCookies,
  pageLanguage,
  workerLanguage,
} from "../../../lambdas/console/page-language.ts";

interface Asked {
  lang?: string;
  cookie?: string;
  wish?: string;
}

const event = ({ lang, cookie, wish }: Asked, headers: Record<string, string> = {}) => ({
  queryStringParameters: lang === undefined ? {} : { lang },
  cookies: cookie === undefined ? [] : [`__Host-language=${cookie}`],
  headers: { ...headers, ...(wish !== undefined && { "accept-language": wish }) },
});

test.each<[Asked, page: string, worker: string]>([
  [{}, "en", "en"],
  [{ wish: "ja" }, "ja", "ja"],
  [{ wish: "ja", cookie: "de" }, "de", "de"],
  [{ wish: "ja", cookie: "de", lang: "ar" }, "ar", "de"],
  [{ wish: "ja", lang: "ar" }, "ar", "ar"],
  [{ wish: "ja", lang: "ar#org_1.gat_1.secret" }, "ar", "ar"],
  [{ wish: "ja", cookie: "xx", lang: "__proto__" }, "ja", "ja"],
])("for %j the page is in %s, and the service worker keeps %s", (asked, page, worker) => {
  expect(pageLanguage(event(asked))).toBe(page);
  expect(workerLanguage(event(asked))).toBe(worker);
});

test("only a page that a person opens keeps the language of its URL", () => {
  const opened = { "sec-fetch-dest": "document" };
  expect(choiceCookies(event({ lang: "de" }, opened))).toEqual([
    expect.stringMatching(/^__Host-language=de; .*Max-Age=31536000/),
  ]);
  expect(choiceCookies(event({ lang: "de" }, { "sec-fetch-dest": "empty" }))).toEqual([]);
  expect(choiceCookies(event({ lang: "it" }, opened))).toEqual([]);
  expect(choiceCookies(event({}, opened))).toEqual([]);
});
