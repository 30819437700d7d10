import { expect, test } from "vitest";
import { judgeMail, type MailFacts } from "../../../core/operations/mail.ts";

const facts: MailFacts = {
  identity: "example.com",
  state: { isVerified: true, dkim: "SUCCESS" },
  account: {
    ...{ hasProductionAccess: true, maySend: true },
    ...{ perDay: 50_000, perSecond: 14, sentInDay: 1_200 },
  },
  stack: { invitationsPerDay: 500, senders: 2 },
};
const account = (differences: Partial<MailFacts["account"]>) => ({
  account: { ...facts.account, ...differences },
});

test.each<[string, Partial<MailFacts>, string[], RegExp]>([
  ["all is well", {}, ["fine"], /^example\.com is verified and signed; 1,200 of 50,000 mails/],
  ["there is no identity", { state: undefined }, ["critical"], /no identity example\.com/],
  [
    "the identity is not verified",
    { state: { isVerified: false, dkim: "PENDING" } },
    ["critical"],
    /is not verified/,
  ],
  [
    "mail is not signed",
    { state: { isVerified: true, dkim: "FAILED" } },
    ["warning"],
    /not signed \(DKIM: FAILED\)/,
  ],
  [
    "the account is in the sandbox",
    account({ hasProductionAccess: false, perDay: 200, perSecond: 1, sentInDay: 0 }),
    ["critical", "warning", "warning"],
    /sandbox/,
  ],
  ["SES has paused the account", account({ maySend: false }), ["critical"], /paused/],
  ["the day's mails end", account({ sentInDay: 40_000 }), ["warning"], /40,000 of the 50,000/],
  [
    "invitations alone could use up the day's mails",
    account({ perDay: 400, sentInDay: 0 }),
    ["warning"],
    /invitationMailsPerDay is 500, but SES sends only 400/,
  ],
  [
    "SES takes fewer than are sent",
    account({ perSecond: 1 }),
    ["warning"],
    /takes 1 mail a second/,
  ],
])("where %s, the doctor says so and what to do", (_, differences, severities, sentence) => {
  const found = judgeMail({ ...facts, ...differences });
  expect(found.map(({ severity }) => severity)).toEqual(severities);
  expect(found[0]?.sentence).toMatch(sentence);
  for (const { severity, remedy } of found) expect(remedy === null).toBe(severity === "fine");
});
