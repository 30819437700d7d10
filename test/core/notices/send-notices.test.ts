import { expect, test } from "vitest";
import type { Member } from "../../../core/members/member.ts";
import type { Mail } from "../../../core/notices/mail.ts";
import type { News } from "../../../core/notices/news.ts";
import { newOutbox, type Outbox, type OutboxKey, withNews } from "../../../core/notices/outbox.ts";
import {
  type MailResult,
  type Recipient,
  type SendingPorts,
  sendNotices,
} from "../../../core/notices/send-notices.ts";
import { type Outboxes, sweepOutboxes, tellPeople } from "../../../core/notices/tell-people.ts";
import { unsubscriptionIn } from "../../../core/notices/unsubscription.ts";

const minute = 60_000;
const key = { organizationId: "org_1", recipientId: "per_owner" };
const owner: Member = {
  ...{
    id: "mem_1",
    organizationId: "org_1",
    personId: "per_owner",
    role: "owner",
    email: "old@example.com",
    name: "Olga",
  },
  joinedAt: "2026-01-01T00:00:00.000Z",
};
const organization = {
  name: "Arena",
  plan: "enterprise",
  language: "en",
  timeZone: "UTC",
} as const;
const firing: News = {
  ...{ organizationId: "org_1", kind: "alert", id: "1", at: "2026-12-01T12:00:00.000Z" },
  ...{
    alertId: "alt_1",
    alertName: "Full",
    targetId: "grp_1",
    fired: { place: "Hall", level: 9, threshold: 9 },
  },
};

/** A world of one person, with a clock that tests set and a mail server that can misbehave. */
function world() {
  let nowMs = Date.parse(firing.at);
  const stored = new Map<string, Outbox>();
  const outboxes: Outboxes = {
    async change(changed, decide) {
      const id = Object.values(changed).join("/");
      const before = stored.get(id) ?? newOutbox(changed);
      const decided = decide(before);
      if (decided.outbox !== before) stored.set(id, decided.outbox);
      return decided;
    },
  };
  const mails: { address: string; mail: Mail }[] = [];
  const queued: { key: OutboxKey; delaySeconds: number }[] = [];
  const [givenUp, leftOut]: [OutboxKey[], unknown[]] = [[], []];
  const clock = { now: () => nowMs, backOff: async () => {} };
  let mailId = 0;
  const sending: SendingPorts & { answer: () => MailResult; recipientNow: Recipient | undefined } =
    {
      ...{ outboxes, clock, consoleUrl: "https://console.example" },
      answer: () => ({ result: "sent" }),
      recipientNow: {
        ...{ organization, member: owner },
        person: { email: "olga@example.com", emailVerified: true },
      },
      recipient: async () => sending.recipientNow,
      async send(address, mail) {
        mails.push({ address, mail });
        return sending.answer();
      },
      giveUp: async (one) => void givenUp.push(one),
      unsubscribeSecret: async () => "secret",
      newMailId: () => `mail ${++mailId}`,
      noteLeftOut: (error) => void leftOut.push(error),
      weeklyReport: async () => ({
        ...{ dates: { from: "2026-11-23", to: "2026-11-29" }, of: "groups", chosenIds: [] },
        ...{ before: { from: "2026-11-16", to: "2026-11-22" }, left: 0 },
        rows: [{ name: "Hall", countsPeople: true, in: 7n, out: 5n }],
      }),
    };
  const telling = {
    ...{ outboxes, clock },
    organization: async () => organization,
    members: async (): Promise<Member[]> => [
      owner,
      { ...owner, personId: "per_member", role: "member" },
    ],
    chatChannels: async () => ({ channels: [] }),
    queue: async (one: OutboxKey, delaySeconds: number) =>
      void queued.push({ key: one, delaySeconds }),
  };
  const due = async () =>
    [...stored.values()].filter(({ dueAtMs = Number.POSITIVE_INFINITY }) => dueAtMs <= nowMs);
  return {
    ...{ sending, telling, mails, queued, givenUp, leftOut, stored },
    pass: (ms: number) => {
      nowMs += ms;
    },
    tell: (news: News[]) => tellPeople(telling, news),
    send: () => sendNotices(sending, key),
    sweep: () => sweepOutboxes({ ...telling, due }),
  };
}

test("an owner gets one mail, and a record that comes again makes no second one", async () => {
  const { tell, send, mails, queued } = world();
  expect(await tell([firing])).toEqual([]);
  // Nobody else's outbox was touched.
  expect(queued).toEqual([{ key, delaySeconds: 20 }]);
  expect(await send()).toEqual({ result: "sent" });
  await tell([firing]);
  // The first time may have ended before it was queued.
  expect(queued).toHaveLength(2);
  expect(await send()).toEqual({ result: "none" });
  expect(mails.map(({ address }) => address)).toEqual(["olga@example.com"]);
});

test("a function that ends between the mail and its record sends it once more, and not a third time", async () => {
  const { tell, send, sweep, pass, mails, queued, sending } = world();
  await tell([firing]);
  sending.answer = () => {
    throw new Error("the function ends here");
  };
  await expect(send()).rejects.toThrow("ends here");
  sending.answer = () => ({ result: "sent" });
  expect(await send()).toEqual({ result: "busy" });
  pass(2 * minute);
  // Also where the message is lost.
  expect(await sweep()).toBe(1);
  expect(queued.at(-1)).toMatchObject({ key, delaySeconds: 0 });
  expect(await send()).toEqual({ result: "sent" });
  pass(60 * minute);
  expect([await sweep(), await send()]).toEqual([0, { result: "none" }]);
  expect(mails).toHaveLength(2);
});

test("what SES refuses is swept until it is sent", async () => {
  const { tell, send, sweep, pass, mails, sending } = world();
  await tell([firing]);
  sending.answer = () => ({ result: "refused", reason: "TooManyRequestsException" });
  expect(await send()).toEqual({ result: "refused", reason: "TooManyRequestsException" });
  expect([await sweep(), await send()]).toEqual([0, { result: "later" }]);
  sending.answer = () => ({ result: "sent" });
  pass(minute);
  expect([await sweep(), await send()]).toEqual([1, { result: "sent" }]);
  expect(mails.map(({ mail }) => mail.text)).toEqual([mails[0]?.mail.text, mails[0]?.mail.text]);
});

test("what SES refuses for a day is given up once, and sent when its dead letter comes again", async () => {
  const { tell, send, sweep, pass, givenUp, sending } = world();
  await tell([firing]);
  sending.answer = () => ({ result: "refused", reason: "SendingPausedException" });
  await send();
  for (let hours = 0; hours < 25; hours += 1) {
    pass(60 * minute);
    if ((await sweep()) > 0) await send();
  }
  expect(givenUp).toEqual([key]);
  sending.answer = () => ({ result: "sent" });
  expect(await send()).toEqual({ result: "sent" });
});

const vouched: Recipient = {
  ...{ organization, member: owner },
  person: { email: "olga@example.com", emailVerified: true },
};
test.each<[string, Recipient | undefined]>([
  [
    "whose address nobody vouches for",
    { ...vouched, person: { ...vouched.person, emailVerified: false } },
  ],
  ["without an address", { ...vouched, person: { email: null, emailVerified: false } }],
  [
    "whose address has bounced",
    {
      ...vouched,
      person: {
        ...vouched.person,
        mailStop: { address: "olga@example.com", reason: "bounce", at: firing.at },
      },
    },
  ],
  ["who is no admin any more", { ...vouched, member: { ...owner, role: "member" } }],
  [
    "whose organization has left the plan",
    { ...vouched, organization: { ...organization, plan: "pro" } },
  ],
  [
    "who has switched it off since",
    { ...vouched, member: { ...owner, preferences: { kinds: { alert: false } } } },
  ],
  ["who has left the organization", undefined],
])("a person %s gets nothing, and nothing waits for them", async (_, recipient) => {
  const { tell, send, sweep, pass, mails, sending } = world();
  await tell([firing]);
  sending.recipientNow = recipient;
  expect(["nobody", "none"]).toContain((await send()).result);
  sending.recipientNow = vouched;
  pass(60 * minute);
  expect([await send(), await sweep()]).toEqual([{ result: "none" }, 0]);
  expect(mails).toEqual([]);
});

/** In Berlin it is noon and an hour. */
const quietUntil = (to: string, language?: "de"): Recipient => ({
  ...vouched,
  organization: { ...organization, timeZone: "Europe/Berlin" },
  member: {
    ...owner,
    preferences: { kinds: {}, quietHours: { from: "12:00", to }, ...(language && { language }) },
  },
});

test("what waits through quiet hours is one mail when they end, in the person's language", async () => {
  const { tell, send, sweep, pass, mails, sending } = world();
  sending.recipientNow = quietUntil("14:30", "de");
  await tell([firing]);
  expect([await send(), await sweep()]).toEqual([{ result: "later" }, 0]);
  pass(30 * minute);
  await tell([{ ...firing, id: "2" }]);
  expect(await send()).toEqual({ result: "later" });
  pass(59 * minute);
  expect(await send()).toEqual({ result: "later" });
  pass(minute);
  expect([await sweep(), await send()]).toEqual([1, { result: "sent" }]);
  expect(mails.map(({ mail }) => mail.text)).toEqual([expect.stringContaining("2-mal ausgelöst")]);
});

/** As a later release could have it. */
const broken = { ...firing, id: "2", alertId: "alt_2", alertName: undefined } as never;

test("a notice of which no mail can be written silences no other one, and alone it is given up after a day", async () => {
  const { tell, send, sweep, pass, mails, givenUp, leftOut, stored } = world();
  await tell([broken]);
  expect(await send()).toEqual({ result: "refused", reason: "NotComposed" });
  await tell([firing]);
  pass(5 * minute);
  expect(await send()).toEqual({ result: "sent" });
  expect(mails.map(({ mail }) => mail.text)).toEqual([expect.stringContaining("Hall")]);
  expect(leftOut.length).toBeGreaterThan(0);
  await tell([{ ...(broken as News), id: "3" }]);
  for (let hours = 0; hours < 26; hours += 1) {
    pass(60 * minute);
    await send();
    await sweep();
  }
  expect(givenUp).toEqual([key]);
  expect([...stored.values()]).not.toMatchObject([{ sending: {} }]);
});

test("a report whose numbers cannot be read is a link to them, and delays no alert", async () => {
  const { tell, send, mails, sending } = world();
  sending.weeklyReport = async () => {
    throw new Error("an item is damaged");
  };
  sending.recipientNow = {
    ...vouched,
    member: { ...owner, preferences: { kinds: { report: true } } },
  };
  const report: News = { ...firing, id: "2", kind: "report", week: "2026-11-23" };
  await tell([firing]);
  await sending.outboxes.change(key, (before) => withNews(before, [report], sending.clock.now()));
  expect(await send()).toEqual({ result: "sent" });
  expect(mails[0]?.mail.text).toContain("/reports");
});

test.each([
  ["are switched off", vouched],
  ["are over in another zone", quietUntil("12:30")],
])("when quiet hours %s meanwhile, what waited is sent within an hour", async (_, now) => {
  const { tell, send, sweep, pass, sending } = world();
  sending.recipientNow = quietUntil("23:45");
  await tell([firing]);
  expect(await send()).toEqual({ result: "later" });
  sending.recipientNow = now;
  pass(60 * minute);
  expect([await sweep(), await send()]).toEqual([1, { result: "sent" }]);
});

test("a mail has a link that switches off what it is about, for its recipient alone", async () => {
  const { tell, send, mails } = world();
  await tell([firing]);
  await send();
  const { searchParams } = new URL(mails[0]?.mail.unsubscribeUrl ?? "");
  const named = { ...key, kinds: ["alert"] };
  expect(unsubscriptionIn(searchParams.get("token") ?? "", "secret")).toEqual(named);
});

test("nobody hears today of what happened yesterday", async () => {
  const { tell, pass, queued } = world();
  pass(21 * 60 * minute);
  await tell([firing]);
  expect(queued).toEqual([]);
});

test("where one organization fails, its news come again and those of others are told", async () => {
  const { telling, queued } = world();
  const cause = new Error("throttled");
  const other = { ...firing, organizationId: "org_2" };
  const members = async (organizationId: string) => {
    if (organizationId === "org_2") throw cause;
    return [owner];
  };
  const failed = await tellPeople({ ...telling, members }, [other, firing]);
  expect(failed).toEqual([{ item: other, cause }]);
  expect(queued).toHaveLength(1);
});
