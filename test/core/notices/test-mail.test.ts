import { expect, test } from "vitest";
import { languages } from "../../../core/languages.ts";
import type { Person } from "../../../core/members/person.ts";
import { requestTestMail } from "../../../core/notices/request-mail.ts";
import type { MailResult, Recipient } from "../../../core/notices/send-notices.ts";
import { sendTestMail, type TestMailMessage, testMail } from "../../../core/notices/test-mail.ts";

const at = "2026-12-01T12:00:00.000Z";
const person: Person = {
  ...{ id: "per_1", issuer: "https://id.example", subject: "1", email: "olga@example.com" },
  ...{ emailVerified: true, name: "Olga", organizationIds: new Set(["org_1"]), sessionEpoch: 1 },
  ...{ createdAt: at, lastSignInAt: at },
};
const recipient: Recipient = {
  organization: { name: "Arena", plan: "free", language: "en", timeZone: "UTC" },
  member: {
    ...{ id: "mem_1", organizationId: "org_1", personId: "per_1", role: "member", joinedAt: at },
    ...{ email: null, name: null },
  },
  person,
};
const mailStop = { address: "olga@example.com", reason: "bounce", at } as const;

/** What a person is told who asks, where so many mails of each kind were sent today. */
function ask(who: Person, sent: Record<string, number> = {}) {
  const queued: TestMailMessage[] = [];
  const counted: string[] = [];
  const ports = {
    ...{ mailsPerDay: 500, clock: { now: () => Date.parse(at) } },
    queueTestMail: async (message: TestMailMessage) => void queued.push(message),
    rateLimits: {
      async use({ what, ...limit }: { what: string; perDay?: number }) {
        counted.push(what);
        const isOver = (sent[what] ?? 0) >= (limit.perDay ?? 0);
        return { result: isOver ? "limited" : "allowed", remaining: 0, resetSeconds: 1 } as const;
      },
    },
  };
  const asked = requestTestMail(ports, who, { organizationId: "org_1" });
  return { asked, queued, counted };
}

test.each([
  ["whose address nobody vouches for", { ...person, emailVerified: false }, "no_address"],
  ["without an address", { ...person, email: null }, "no_address"],
  ["whose address has bounced", { ...person, mailStop }, "stopped"],
])("a person %s is told so, and no mail counts", async (_, who, result) => {
  const { asked, queued, counted } = ask(who);
  expect(await asked).toEqual({ result });
  expect([queued, counted]).toEqual([[], []]);
});

test.each([
  ["three to a person", { address_mails: 3 }, "address_mails"],
  ["fifty of an organization", { organization_mails: 50 }, "organization_mails"],
  ["the operator's of all", { service_mails: 500 }, "service_mails"],
])("after %s, no test mail is sent until tomorrow", async (_, sent, what) => {
  const { asked, queued } = ask(person, sent);
  expect(await asked).toMatchObject({ result: "limited", limit: { what } });
  expect(queued).toEqual([]);
});

test.each<[MailResult, string | null]>([
  [{ result: "sent" }, null],
  [{ result: "refused", reason: "MessageRejected" }, "MessageRejected"],
])("what became of a test mail is kept, and it is sent once", async (outcome, refusal) => {
  const asked = ask(person);
  expect(await asked.asked).toEqual({ result: "queued", askedAt: at });
  const [message] = asked.queued;
  if (message === undefined) throw new Error("nothing was queued");
  const mails: string[] = [];
  let now = recipient;
  const ports = {
    consoleUrl: "https://console.example",
    recipient: async () => now,
    async send(address: string) {
      mails.push(address);
      return outcome;
    },
    async recordTest(_: string, mailTest: Recipient["person"]["mailTest"] & object) {
      now = { ...now, person: { ...now.person, mailTest } };
    },
  };
  expect(await sendTestMail(ports, message)).toEqual(outcome);
  expect(await sendTestMail(ports, message)).toEqual({ result: "none" });
  expect([mails, now.person.mailTest]).toEqual([["olga@example.com"], { askedAt: at, refusal }]);
});

test.each(languages)(
  "a test mail in %s says from whom it is, in text and HTML alike",
  (language) => {
    const organization = { ...recipient.organization, name: "a\r\n<b>\u202e", language };
    const { subject, text, html } = testMail({ ...recipient, organization }, "https://c.example/n");
    expect(subject).toContain("\u2068a <b>\u2069");
    expect(text).toContain(`${subject}\nhttps://c.example/n\n`);
    expect(html).toContain(`lang="${language}"`);
    expect(html).not.toMatch(/<b>|\u202e/);
  },
);
