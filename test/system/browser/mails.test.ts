// @module-tag all
import { expect, test } from "vitest";
import type { Language } from "../../../core/languages.ts";
import type { AlertNotice } from "../../../core/notices/alert-notice.ts";
import { composeMail, type MailContent } from "../../../core/notices/mail.ts";
import { accessibilityFindings, newPage, useBrowser } from "./browser.ts";
import { keepPicture } from "./screenshots.ts";

useBrowser();

const alert: AlertNotice = {
  ...{ kind: "alert", alertId: "alt_1", alertName: "Almost full", times: 3, level: 1_234 },
  ...{ threshold: 1_000, firedAt: "2026-11-28T12:00:00.000Z", armedAt: "2026-11-28T12:01:00.000Z" },
};

const wordsOf = {
  en: ["City Museum", "Main hall", "Courtyard and terrace"],
  de: ["Stadtmuseum Neubrandenburg", "Haupthalle", "Besucherarmbändchenausgabe"],
  ar: ["متحف المدينة", "القاعة الرئيسية", "الفناء والشرفة"],
} as const satisfies Partial<Record<Language, [string, string, string]>>;

/** A mail with all that mails have, in numbers as wide as halls make them. */
function mailIn(language: keyof typeof wordsOf): string {
  const [name, hall, yard] = wordsOf[language];
  const content: MailContent = {
    ...{ organizationId: "org_1", consoleUrl: "https://console.example", more: 2, isHeld: true },
    ...{
      isChosen: true,
      unsubscribeUrl: "https://console.example/unsubscribe?token=t",
      role: "owner",
    },
    organization: { name, language, timeZone: "Europe/Berlin" },
    notices: [
      { kind: "report", week: "2026-11-23" },
      { ...alert, place: hall },
      { ...alert, alertId: "alt_2", place: yard },
    ],
    report: {
      dates: { from: "2026-11-23", to: "2026-11-29" },
      before: { from: "2026-11-16", to: "2026-11-22" },
      ...{ of: "groups", chosenIds: [], left: 0 },
      total: { in: 112_345n, out: 112_001n, inBefore: 101_000n, change: 0.1123 },
      rows: [
        {
          ...{ name: hall, countsPeople: true, in: 112_345n, out: 112_001n, inBefore: 101_000n },
          ...{ change: 0.1123, peak: { level: 12_412n, at: "2026-11-28T14:05:00.000Z" } },
        },
        { name: yard, countsPeople: false, in: 0n, out: 9n },
      ],
    },
  };
  return composeMail(content).html;
}

/** Landmarks are those of the client that shows it. */
const isOfMail = (finding: string) => !/^(region|landmark-one-main):/.test(finding);

const widths = { phone: 360, desktop: 1_280 };

test.each(Object.keys(wordsOf) as (keyof typeof wordsOf)[])(
  "a mail in %s is one column that fits phones and desks, in the light and in the dark, also where a client drops its style element",
  async (language) => {
    const html = mailIn(language);
    await using page = await newPage();
    for (const [device, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const shown of [html, html.replace(/<style>.*<\/style>/s, "")]) {
          await page.setContent(shown);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide).toBeLessThanOrEqual(width);
          const column = await page.locator("table table").first().boundingBox();
          expect(column?.width).toBeLessThanOrEqual(600);
        }
        await page.setContent(html);
        expect((await accessibilityFindings(page)).filter(isOfMail)).toEqual([]);
        await keepPicture(page, `mail-${language}-${device}-${colorScheme}`, { fullPage: true });
      }
    }
  },
);
