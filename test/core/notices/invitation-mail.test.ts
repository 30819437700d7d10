import { expect, test } from "vitest";
import { languages } from "../../../core/languages.ts";
import { type Invitation, newInvitation } from "../../../core/members/invitation.ts";
import {
  type InvitationMailPorts,
  invitationMail,
  sendInvitation,
} from "../../../core/notices/invitation-mail.ts";
import { type RequestingPorts, requestInvitationMail } from "../../../core/notices/request-mail.ts";
import type { MailResult } from "../../../core/notices/send-notices.ts";

const organization = { name: "Arena", language: "en", timeZone: "Europe/Berlin" } as const;
const sentMs = Date.parse("2026-12-01T12:00:00.000Z");
const minute = 60_000;
const organizationKey = { organizationId: `org_${"0".repeat(20)}` };

/** One invitation, with a clock that tests set and a mail server that can misbehave. */
function world() {
  let nowMs = sentMs;
  const setup = { ...organizationKey, email: "kim@example.com" };
  const own = { ...setup, role: "admin", createdBy: "mem_1", secret: "secret" } as const;
  const state: { invitation: Invitation | undefined; claimedUntilMs: number } = {
    invitation: newInvitation(own, { nowMs, randomBase62: () => "0".repeat(20) }),
    claimedUntilMs: 0,
  };
  const mails: string[] = [];
  const ports: InvitationMailPorts & { answer: () => MailResult } = {
    ...{ clock: { now: () => nowMs }, consoleUrl: "https://console.example" },
    answer: () => ({ result: "sent" }),
    invitation: async () => state.invitation && { invitation: state.invitation, organization },
    async claim(_, now, untilMs) {
      if (state.claimedUntilMs > now) return false;
      state.claimedUntilMs = untilMs;
      return true;
    },
    async failInvitation(_, { reason }) {
      if (state.invitation) state.invitation = { ...state.invitation, mailFailed: reason };
      return true;
    },
    async recordSent(_, ms) {
      const mailedAt = new Date(ms).toISOString();
      if (state.invitation) state.invitation = { ...state.invitation, mailedAt };
    },
    async send(address, { text }) {
      mails.push(`${address}: ${text}`);
      return ports.answer();
    },
  };
  const message = { organizationId: setup.organizationId, inviter: "Olga" };
  const { id: invitationId = "" } = state.invitation ?? {};
  return {
    ...{ state, ports, mails },
    pass: (ms: number) => {
      nowMs += ms;
    },
    send: (secret = "secret") => sendInvitation(ports, { ...message, invitationId, secret }),
  };
}

test("an invitation is sent once, and a message that comes again sends nothing", async () => {
  const { send, mails } = world();
  expect([await send(), await send()]).toEqual([{ result: "sent" }, { result: "none" }]);
  expect(mails).toHaveLength(1);
});

test("a function that ends between the mail and its record sends it once more, and not at the same time", async () => {
  const { send, mails, pass, ports } = world();
  ports.answer = () => {
    throw new Error("the function ends here");
  };
  await expect(send()).rejects.toThrow("ends here");
  ports.answer = () => ({ result: "sent" });
  expect(await send()).toEqual({ result: "busy" });
  pass(2 * minute);
  expect([await send(), await send()]).toEqual([{ result: "sent" }, { result: "none" }]);
  expect(mails).toHaveLength(2);
});

test("what SES refuses is sent when the message comes again", async () => {
  const { send, mails, pass, ports } = world();
  ports.answer = () => ({ result: "refused", reason: "TooManyRequestsException" });
  expect(await send()).toEqual({ result: "refused", reason: "TooManyRequestsException" });
  ports.answer = () => ({ result: "sent" });
  pass(2 * minute);
  expect(await send()).toEqual({ result: "sent" });
  expect(mails).toHaveLength(2);
});

test("an address that SES cannot read ends it, and the invitation says so", async () => {
  const { send, state, ports } = world();
  ports.answer = () => ({ result: "refused", reason: "BadRequestException", isFinal: true });
  expect(await send()).toEqual({ result: "failed", reason: "BadRequestException" });
  expect(state.invitation).toMatchObject({ mailFailed: "bounce" });
});

test.each<[string, (w: ReturnType<typeof world>) => void, string?]>([
  [
    "was revoked",
    ({ state }) => {
      state.invitation = undefined;
    },
  ],
  ["has expired", ({ pass }) => pass(8 * 24 * 60 * minute)],
  [
    "was accepted",
    ({ state: { invitation }, state }) => {
      if (invitation) state.invitation = { ...invitation, usedAt: invitation.createdAt };
    },
  ],
  ["has another secret", () => {}, "other"],
])("an invitation that %s is not sent", async (_, spoil, secret) => {
  const spoiled = world();
  spoil(spoiled);
  expect(await spoiled.send(secret)).toEqual({ result: "none" });
  expect(spoiled.mails).toEqual([]);
});

test("addresses that differ only after a plus are one mailbox, which gets three invitations a day", async () => {
  const secret = "s".repeat(43);
  const counted: string[] = [];
  const ask = async (email: string) => {
    const { organizationId } = organizationKey;
    const own = { organizationId, email, role: "admin", createdBy: "mem_1", secret } as const;
    const invitation = newInvitation(own, { nowMs: sentMs, randomBase62: () => "0".repeat(20) });
    const ports = {
      ...{ people: { invitation: async () => invitation }, clock: { now: () => sentMs } },
      rateLimits: {
        async use({ what }: { what: string }, caller: string) {
          if (what === "address_mails") counted.push(caller);
          return { result: "used", limit: 3, remaining: 0, resetSeconds: 1 } as const;
        },
      },
      ...{ mailsPerDay: 9, queueInvitation: async () => {}, queueTestMail: async () => {} },
      queueResumption: async () => {},
    };
    const request = {
      invitationId: invitation.id,
      token: `${organizationId}.${invitation.id}.${secret}`,
    };
    await requestInvitationMail(ports as unknown as RequestingPorts, request, {
      ...{ organizationId, role: "owner", id: "mem_1", personId: "per_1", name: "Olga" },
      ...{ email: null, joinedAt: invitation.createdAt },
    });
  };
  for (const email of ["a@b.example", "a+1@b.example", "a+1+2@b.example", "a1@b.example"]) {
    await ask(email);
  }
  expect(counted.map((one) => counted.indexOf(one))).toEqual([0, 0, 0, 3]);
});

const composed = ({ inviter = "Olga", name = "Arena", language = "en" as string } = {}) =>
  invitationMail({
    invitation: { role: "admin", expiresAt: "2026-12-08T12:00:00.000Z" },
    organization: { ...organization, name, language: language as "en" },
    inviter,
    url: "https://console.example/join#org_0.inv_0.secret",
  });

test("the mail says who invites, to what, as what, until when, and what to do if it means nothing", () => {
  expect(composed().text.replace(/[\u2068\u2069]/g, "")).toBe(`Invitation to Arena
Olga invites you to join Arena as an admin.
The link works once, until December 8 at 1:00 PM GMT+1.
https://console.example/join#org_0.inv_0.secret

You get this mail because Olga entered your address. If you don’t know who that is, ignore it.
`);
});

test.each(languages)(
  "the invitation in %s has all its texts, in text and HTML alike",
  (language) => {
    const { subject, text, html } = composed({ language });
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("https:"));
    expect(lines).toHaveLength(4);
    expect(subject).toBe(lines[0]);
    for (const line of lines) {
      expect(line).not.toMatch(/undefined|NaN/);
      expect(html).toContain(line);
    }
    expect(text.match(/\u2068Olga\u2069/g)).toHaveLength(2);
    expect(html).toContain(`lang="${language}"`);
  },
);

test.each([
  ["line breaks", "a\r\nBcc: x@example.com\u2028b\u0085c", /[\r\u2028\u2029\u0085]/],
  ["marks of direction", "\u202ecba\u2066\u200f", /[\u200f\u202e\u2066]/],
  ["links", "suspended: https://evil.example/x", /https:\/\/evil|evil\.example/],
  ["markup", `<img src=x onerror="alert(1)">'&`, /<img|onerror="/],
])("%s in the names of inviter and organization are harmless", (_, name, harmful) => {
  const mail = composed({ inviter: name, name });
  expect(mail.subject).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
  // In plain text, markup is text.
  const parts = harmful.source.includes("img") ? [mail.html] : Object.values(mail);
  for (const part of parts) expect(part).not.toMatch(harmful);
  expect(mail.text.split("\n")).toHaveLength(7);
});
