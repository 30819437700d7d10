import { expect, test } from "vitest";
import { type MailStop, mailStopOf } from "../../../core/members/mail-stop.ts";
import { recordMailEvent } from "../../../core/notices/mail-events.ts";

const person = `per_${"0".repeat(20)}`;
const key = { organizationId: `org_${"0".repeat(20)}`, invitationId: `inv_${"0".repeat(20)}` };
const bounce = { eventType: "Bounce", bounce: { bounceType: "Permanent" } };
const mail = {
  timestamp: "2026-12-01T12:00:00Z",
  destination: ["Olga@example.com"],
  tags: { person: [person] },
};

/** What an event makes of the recipients of mails. */
async function recorded(event: unknown) {
  const calls: unknown[] = [];
  const { result } = await recordMailEvent(
    {
      stopPerson: async (...call) => calls.push(call) > 0,
      failInvitation: async (...call) => calls.push(call) > 0,
      clock: { now: () => Date.parse("2026-12-01T12:01:00.000Z") },
    },
    event,
  );
  return [result, ...calls];
}

test.each([
  ["a permanent bounce", bounce, "bounce"],
  ["a complaint", { eventType: "Complaint" }, "complaint"],
])(
  "%s stops mail to the person's address, with when that mail was sent",
  async (_, what, reason) => {
    const stop = { address: "olga@example.com", reason, at: "2026-12-01T12:01:00.000Z" };
    const sentAt = "2026-12-01T12:00:00.000Z";
    expect(await recorded({ detail: { ...what, mail } })).toEqual([
      "stopped",
      [person, stop, sentAt],
    ]);
  },
);

test("a bounce of an invitation is recorded on the invitation", async () => {
  const { organizationId, invitationId } = key;
  const tags = { organizationId: [organizationId], invitationId: [invitationId] };
  expect(await recorded({ detail: { ...bounce, mail: { ...mail, tags } } })).toEqual([
    "stopped",
    [key, { address: "olga@example.com", reason: "bounce" }],
  ]);
});

const transient = { eventType: "Bounce", bounce: { bounceType: "Transient" } };
test.each<[string, unknown, string]>([
  ["a transient bounce", { detail: { ...transient, mail } }, "none"],
  ["a delivery", { detail: { eventType: "Delivery", mail } }, "none"],
  ["a mail of somebody else", { detail: { ...bounce, mail: { ...mail, tags: {} } } }, "unknown"],
  [
    "a person of another form",
    { detail: { ...bounce, mail: { ...mail, tags: { person: ["per_../x"] } } } },
    "unknown",
  ],
  [
    "several addresses",
    { detail: { ...bounce, mail: { ...mail, destination: ["a@example.com", "b@example.com"] } } },
    "unknown",
  ],
  [
    "an address without end",
    { detail: { ...bounce, mail: { ...mail, destination: ["a".repeat(1_000)] } } },
    "unknown",
  ],
  ["nothing", null, "unknown"],
  ["prototypes", JSON.parse('{"detail":{"__proto__":{"eventType":"Complaint"}}}'), "unknown"],
])("an event of %s changes nothing", async (_, event, result) => {
  expect(await recorded(event)).toEqual([result]);
});

const stopped: MailStop = {
  ...{ address: "olga@example.com", reason: "bounce", at: "2026-12-01T12:01:00.000Z" },
};
test.each<[string, string | null, MailStop | undefined, boolean]>([
  ["an address that bounced", "olga@example.com", stopped, true],
  ["a changed address", "olga@example.org", stopped, false],
  ["no address", null, stopped, false],
  ["an address without a stop", "olga@example.com", undefined, false],
  [
    "an address whose owner wants mail again",
    "olga@example.com",
    { ...stopped, resumedAt: "2026-12-02T00:00:00.000Z" },
    false,
  ],
])("mail to %s is stopped: %#", (_, email, mailStop, isStopped) => {
  expect(mailStopOf({ email, ...(mailStop && { mailStop }) }) !== undefined).toBe(isStopped);
});
