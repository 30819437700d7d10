import { expect, test } from "vitest";
import type { Route } from "../../../api/private/route.ts";
import { privateRoutes } from "../../../api/private/routes.ts";
import { languages } from "../../../core/languages.ts";
import { actions, may, roles } from "../../../core/members/role.ts";
import { composeMail, type MailContent } from "../../../core/notices/mail.ts";
import type { Notice } from "../../../core/notices/notice.ts";
import type { WeeklyReport } from "../../../core/notices/weekly-report.ts";
import { kindsFor } from "../../../core/notices/who-hears.ts";

const content = (differences: Partial<MailContent> = {}): MailContent => ({
  organizationId: "org_1",
  organization: { name: "Arena", language: "en", timeZone: "Europe/Berlin" },
  notices: [
    {
      ...{ kind: "alert", alertId: "alt_1", alertName: "Full", targetId: "grp_1", times: 3 },
      place: "Hall 1",
      ...{ firedAt: "2026-12-01T12:00:00.000Z", level: 1_234, threshold: 1_000 },
      armedAt: "2026-12-01T12:01:00.000Z",
    },
  ],
  ...{
    more: 0,
    isHeld: false,
    isChosen: false,
    role: "owner",
    consoleUrl: "https://console.example",
  },
  unsubscribeUrl: "https://console.example/unsubscribe?token=t",
  ...differences,
});

const at = "2026-12-01T12:00:00.000Z";
const endpoint = { endpointId: "ep_1", endpointName: "Till" };
const until = "2026-12-02T13:00:00.000Z";
const waiting = { count: 1_000, isExact: false };
/** One of each kind, with all that its part of a mail can say. */
const notices: Notice[] = [
  ...content().notices,
  { kind: "endpoint", ...endpoint, times: 2, state: { is: "failing", since: at, hours: 24 } },
  { kind: "endpoint", ...endpoint, times: 2, state: { is: "working", since: at, until, waiting } },
  {
    ...{ kind: "deliveries", ...endpoint, givenUp: { count: 3, isExact: true } },
    heldBack: { since: at, count: 1_000, isExact: false },
  },
  {
    ...{ kind: "role", memberId: "mem_1", memberName: "Olga", times: 2, at, by: "Max" },
    ...{ from: "admin", to: "owner" },
  },
];

const report: WeeklyReport = {
  dates: { from: "2026-11-23", to: "2026-11-29" },
  before: { from: "2026-11-16", to: "2026-11-22" },
  comparedOn: { from: "2026-11-25", to: "2026-11-29" },
  ...{ of: "groups", chosenIds: ["grp_1", "grp_2"], left: 3 },
  total: { in: 12_345n, out: 12_001n, inBefore: 11_000n, change: 0.1223 },
  rows: [
    {
      ...{ name: "Hall 1", countsPeople: true, in: 12_345n, out: 12_001n, inBefore: 13_000n },
      ...{ change: -0.0504, peak: { level: 1_412n, at: "2026-11-28T14:05:00.000Z" } },
    },
    { name: "Bands", countsPeople: false, in: 9n, out: 0n },
  ],
};
const reporting = (differences: Partial<MailContent> = {}) =>
  composeMail(
    content({ notices: [{ kind: "report", week: "2026-11-23" }], report, ...differences }),
  );

/** Without the marks that isolate names, and with plain spaces. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "").replace(/[\u2009\u202f]/g, " ");

test("a mail says what fired, where, how high, how often, when in the organization's zone, and why it came", () => {
  const { subject, text } = composeMail(content());
  expect(plain(subject)).toBe("Full: Hall 1");
  expect(plain(text)).toBe(`Full: Hall 1
Hall 1 reached 1,234 on December 1 at 1:00 PM GMT+1 (alert at 1,000).
It fired 3 times.
Below the limit again since December 1 at 1:01 PM GMT+1.
https://console.example/organizations/org_1/alerts/alt_1

You get this mail because you are an owner or an admin of Arena.
Choose what you hear of
https://console.example/organizations/org_1/notifications
Stop mails like this one
https://console.example/unsubscribe?token=t
`);
});

test.each([
  ["to somebody who has chosen it", { isChosen: true }, "You chose to get mails like this from"],
  ["to a member", { role: "member" }, "You get this mail because you are a member of"],
] as const)("a mail %s says why it came", (_, reader, why) => {
  expect(plain(composeMail(content(reader)).text)).toContain(`${why} Arena.`);
});

test("an endpoint that works again and missed nothing asks for nothing", () => {
  const [, , works] = notices;
  const nothing = { waiting: { count: 0, isExact: true } };
  const state = works?.kind === "endpoint" && { ...works.state, ...nothing };
  const { text } = composeMail(content({ notices: [{ ...works, state } as Notice] }));
  expect(text).not.toContain("arrived");
});

/** What each page of the console reads, by the beginning of its address. */
const pages = {
  alerts: "GET /api/alerts/{organizationId}/{alertId}",
  groups: "GET /api/setup/{organizationId}/groups/{groupId}",
  counters: "GET /api/organizations/{organizationId}/counters/{counterId}",
  reports: "GET /api/reports/{organizationId}",
  "settings/webhooks": "GET /api/webhooks/{organizationId}/endpoints/{endpointId}",
  "settings/members": "GET /api/organization/{organizationId}/members",
  notifications: "GET /api/organization/{organizationId}/notifications",
} satisfies Record<string, keyof typeof privateRoutes>;

const watched = ["grp_1", `ctr_${"0".repeat(20)}`];
const readers = roles.flatMap((role) =>
  kindsFor(role, "enterprise").map((kind) => [role, kind] as const),
);
test.each(readers)(
  "each link in a mail to the role %s of the kind %s is one that its reader may open",
  (role, kind) => {
    const told: Notice[] = [...notices, { kind: "report", week: "2026-11-23" }];
    for (const one of told.filter((notice) => notice.kind === kind)) {
      for (const targetId of watched) {
        const notice = one.kind === "alert" ? { ...one, targetId } : one;
        const { text } = composeMail(content({ notices: [notice], role }));
        const paths = [...text.matchAll(/organizations\/org_1\/(\S+)/g)].map(
          ([, path = ""]) => path,
        );
        expect(paths).toHaveLength(2);
        for (const path of paths) {
          const [, route] = Object.entries(pages).find(([page]) => path.startsWith(page)) ?? [];
          const access: Route["access"] | undefined = route && privateRoutes[route].access;
          expect(
            actions.some((action) => action === access && may(role, action)),
            path,
          ).toBe(true);
        }
      }
    }
  },
);

test("several alerts are one mail, which says what it left out and what it was held back for", () => {
  const { notices } = content();
  const mail = composeMail(content({ notices: [...notices, ...notices], more: 7, isHeld: true }));
  expect(plain(mail.subject)).toBe("Arena: Full, and 8 more");
  expect(mail.text).toContain("Not in this mail, for want of room: 7.");
  expect(mail.text).toContain("You got 10 mails within an hour.");
});

test("the subject of an alert and a report names the organization once", () => {
  const { notices } = content();
  const mixed = content({ notices: [{ kind: "report", week: "2026-11-23" }, ...notices], report });
  expect(plain(composeMail(mixed).subject)).toBe("Arena: Full, and 1 more");
});

test("a mail of several kinds says of each what happened, what waits, and where it is sent again", () => {
  const { subject, text } = composeMail(content({ notices: notices.slice(1) }));
  expect(plain(subject)).toBe("Arena: Failing for 24 hours: Till, and 3 more");
  const url = "https://console.example/organizations/org_1/settings";
  expect(plain(text)).toContain(`Failing for 24 hours: Till
No delivery has succeeded since December 1 at 1:00 PM GMT+1.
Failures: 2.
${url}/webhooks/ep_1

Works again: Till
It failed from December 1 at 1:00 PM GMT+1 to December 2 at 2:00 PM GMT+1.
Failures: 2.
Deliveries that have not arrived: at least 1,000. Send them again on this page:
${url}/webhooks/ep_1

Deliveries given up: Till
Paused since December 1 at 1:00 PM GMT+1. Held back: at least 1,000.
Failed for good: 3. You can send them again on this page:
${url}/webhooks/ep_1

Role changed: Olga
December 1 at 1:00 PM GMT+1: from admin to owner.
Changed by Max.
Changes: 2.
${url}/members
`);
});

test("a report says in, out, peak and change of each group, where there are any, and what is left out", () => {
  const { subject, text } = reporting();
  expect(plain(subject)).toBe("Weekly report of Arena, Nov 23 – 29, 2026");
  expect(plain(text)).toBe(`Weekly report of Arena, Nov 23 – 29, 2026

All people
In: 12,345 · Week before: 11,000 · Change: +12% · Out: 12,001

Hall 1
In: 12,345 · Week before: 13,000 · Change: −5% · Out: 12,001 · Peak: 1,412 (Sat 3:05 PM)

Bands (not only people)
In: 9 · Out: 0

Compared with Nov 16 – 22, 2026.
The change is that of Nov 25 – 29, 2026: the other days have no counterpart.
3 more had no room in this mail.
https://console.example/organizations/org_1/reports?of=groups&ids=grp_1%2Cgrp_2&from=2026-11-23&to=2026-11-29&against=weeks

You get this mail because you are an owner or an admin of Arena.
Choose what you hear of
https://console.example/organizations/org_1/notifications
Stop mails like this one
https://console.example/unsubscribe?token=t
`);
});

test.each(languages)(
  "a report in %s has its own words and digits, in text and HTML alike",
  (language) => {
    const { text, html } = reporting({ organization: { ...content().organization, language } });
    const own = new Intl.NumberFormat(language).format(12_345);
    for (const part of [text, html]) {
      expect(part).toContain(own);
      expect(part).not.toMatch(/undefined|NaN/);
      expect(part.includes("Week before")).toBe(language === "en");
    }
  },
);

test.each(languages)(
  "a mail in %s has all its texts, in text and HTML alike, and its direction",
  (language) => {
    const organization = { ...content().organization, language };
    const { subject, text, html } = composeMail(
      content({ organization, notices, more: 2, isHeld: true }),
    );
    const lines = text.split("\n").filter((line) => line !== "");
    expect(lines).toHaveLength(30);
    for (const line of lines.filter((one) => !one.startsWith("https:"))) {
      expect(line).not.toMatch(/undefined|NaN/);
      expect(html).toContain(line.replace(/['’]/g, (one) => (one === "'" ? "&#39;" : one)));
    }
    expect(html).toContain(`lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
    expect(subject).not.toBe("");
  },
);

test("nothing in a mail is loaded from elsewhere, and its colors are the reader's", () => {
  const { html } = composeMail(content());
  expect(html.match(/\b(src|background)=|url\(|@import|<(img|link|script|iframe)/g)).toBeNull();
  expect(html.match(/https?:[^"<\s]+/g)).toEqual([
    "https://console.example/organizations/org_1/alerts/alt_1",
    "https://console.example/organizations/org_1/notifications",
    "https://console.example/unsubscribe?token=t",
  ]);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
});

test("a name of a group is text, wherever it stands", () => {
  const [row] = report.rows;
  const rows = row === undefined ? [] : [{ ...row, name: "a\r\n<img src=x>\u202e" }];
  const { text, html } = reporting({ report: { ...report, rows } });
  expect(plain(text)).toContain("\na <img src=x>\n");
  expect(html).not.toMatch(/<img|\u202e/);
});

test.each([
  ["line breaks", "a\r\nBcc: x@example.com\u2028b\u0085c", /[\r\u2028\u2029\u0085]/],
  ["marks of direction", "\u202ecba\u2066\u200f", /[\u200f\u202e\u2066]/],
  ["markup", `<img src=x onerror="alert(1)">'&`, /<img|onerror="/],
])("%s in names are harmless in subject, text and HTML", (_, name, harmful) => {
  const hostile = { ...content().organization, name };
  const isMarkup = harmful.source.includes("img");
  for (const notice of notices) {
    const named = Object.entries(notice).map(([field, value]) =>
      /Name$|^place$|^by$/.test(field) ? [field, name] : [field, value],
    );
    const one = { organization: hostile, notices: [Object.fromEntries(named)] };
    const mail = composeMail(content(one));
    expect(mail.subject).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
    // In plain text, markup is text.
    for (const part of isMarkup ? [mail.html] : [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(harmful);
    const lines = composeMail(content({ notices: [notice] })).text.split("\n");
    expect(mail.text.split("\n")).toHaveLength(lines.length);
  }
});
