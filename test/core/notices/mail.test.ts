import { expect, test } from "vitest";
import { languages } from "../../../core/languages.ts";
import { composeMail, type MailContent } from "../../../core/notices/mail.ts";

const content = (differences: Partial<MailContent> = {}): MailContent => ({
  organizationId: "org_1",
  organization: { name: "Arena", language: "en", timeZone: "Europe/Berlin" },
  notices: [
    {
      ...{ kind: "alert", alertId: "alt_1", alertName: "Full", place: "Hall 1", times: 3 },
      ...{ firedAt: "2026-12-01T12:00:00.000Z", level: 1_234, threshold: 1_000 },
      armedAt: "2026-12-01T12:01:00.000Z",
    },
  ],
  ...{ more: 0, isHeld: false, isChosen: false, consoleUrl: "https://console.example" },
  unsubscribeUrl: "https://console.example/unsubscribe?token=t",
  ...differences,
});

/** A link's words stand before it, in HTML without the colon. */
const withoutColon = (line: string) => line.replace(/:$/, "");

/** Without the marks that isolate names. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");

test("a mail says what fired, where, how high, how often, when in the organization's zone, and why it came", () => {
  const { subject, text } = composeMail(content());
  expect(plain(subject)).toBe("Full: Hall 1");
  expect(plain(text)).toBe(`Full: Hall 1
Dec 1, 2026, 1:00:00 PM GMT+1: 1,234. The alert fires at 1,000.
It fired 3 times.
Armed again since Dec 1, 2026, 1:01:00 PM GMT+1.
https://console.example/organizations/org_1/alerts/alt_1

You get this mail because you are an owner or an admin of Arena.
Choose what you hear of:
https://console.example/organizations/org_1/notifications
Stop mails like this one:
https://console.example/unsubscribe?token=t
`);
});

test("a mail that somebody has chosen says so", () => {
  expect(plain(composeMail(content({ isChosen: true })).text)).toContain(
    "You get this mail because you have chosen to, for Arena.",
  );
});

test("several alerts are one mail, which says what it left out and what it was held back for", () => {
  const { notices } = content();
  const mail = composeMail(content({ notices: [...notices, ...notices], more: 7, isHeld: true }));
  expect(mail.subject).toBe("2 alerts");
  expect(mail.text).toContain("7 more alerts had no room");
  expect(mail.text).toContain("You got 20 mails within an hour.");
});

test.each(languages)(
  "a mail in %s has all its texts, in text and HTML alike, and its direction",
  (language) => {
    const organization = { ...content().organization, language };
    const { subject, text, html } = composeMail(content({ organization, more: 2, isHeld: true }));
    const lines = text.split("\n").filter((line) => line !== "");
    expect(lines).toHaveLength(12);
    for (const line of lines.filter((one) => !one.startsWith("https:")).map(withoutColon)) {
      expect(line).not.toMatch(/undefined|NaN/);
      expect(html).toContain(line.replace(/['’]/g, (one) => (one === "'" ? "&#39;" : one)));
    }
    expect(html).toContain(`lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
    expect(subject).not.toBe("");
  },
);

test("nothing in a mail is loaded from elsewhere, and its colors are the reader's", () => {
  const { html } = composeMail(content());
  expect(html.match(/\b(src|background|url)\b|<(img|link|script|iframe)/g)).toBeNull();
  expect(html.match(/https?:[^"<\s]+/g)).toEqual([
    "https://console.example/organizations/org_1/alerts/alt_1",
    "https://console.example/organizations/org_1/notifications",
    "https://console.example/unsubscribe?token=t",
  ]);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
});

test.each([
  ["line breaks", "a\r\nBcc: x@example.com\u2028b\u0085c", /[\r\u2028\u2029\u0085]/],
  ["marks of direction", "\u202ecba\u2066\u200f", /[\u200f\u202e\u2066]/],
  ["markup", `<img src=x onerror="alert(1)">'&`, /<img|onerror="/],
])("%s in names are harmless in subject, text and HTML", (_, name, harmful) => {
  const [notice] = content().notices;
  const hostile = { ...content().organization, name };
  const named = { ...notice, kind: "alert", alertName: name, place: name } as const;
  const mail = composeMail(
    content({ organization: hostile, notices: [{ ...named, alertId: "alt_1", times: 1 }] }),
  );
  expect(mail.subject).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
  const isMarkup = harmful.source.includes("img");
  // In plain text, markup is text.
  for (const part of isMarkup ? [mail.html] : [mail.subject, mail.text, mail.html])
    expect(part).not.toMatch(harmful);
  expect(mail.text.split("\n")).toHaveLength(11);
});
