// @module-tag all
import { expect, test } from "vitest";
import { dynamodbRateLimits } from "../../../adapters/dynamodb-rate-limits.ts";
import { randomBase62 } from "../../../adapters/random.ts";
import { acceptInvitation } from "../../../core/members/accept-invitation.ts";
import { organizationMails } from "../../../core/notices/request-mail.ts";
import { eventually } from "../../eventually.ts";
import { consoleUser } from "../console/console-user.ts";
import { client, createOrganization, signIn, stores, tables } from "../service.ts";
import { mailsTo } from "./mailbox.ts";

const invitations = "/api/organization/{organizationId}/invitations" as const;
type User = Awaited<ReturnType<typeof consoleUser>>;

async function invited(user: User, email: string, role = "member") {
  const created = await user.reply(`POST ${invitations}`, {}, { email, role });
  const path = { invitationId: created.id };
  const sent = { token: new URL(created.url).hash.slice(1) };
  return { ...created, path, sent };
}

const mail = `POST ${invitations}/{invitationId}/mail` as const;
const newEmail = () => `${randomBase62(12)}@people.example`.toLowerCase();
const only = async (user: User) =>
  (await user.reply(`GET ${invitations}`, {})).invitations.at(-1) ?? {};

test("an invitation arrives once, however often it is asked for, and its link lets its reader in", async () => {
  const organization = await createOrganization("free");
  const admin = await consoleUser("admin", organization);
  const email = newEmail();
  const { path, sent, url, expiresAt } = await invited(admin, email);
  await admin.reply(mail, path, sent);
  // The first can have been sent meanwhile.
  expect([200, 409]).toContain((await admin.request(mail, path, sent)).status);
  const [{ from, subject, text } = { from: "", subject: "", text: "" }] = await mailsTo(email, 1);
  expect(from).toBe("counts@counts.example");
  expect(subject).toBe("Invitation to \u2068Test\u2069");
  expect(text).toContain("invites you to join \u2068Test\u2069 as a member.");
  const until = { month: "long", day: "numeric", timeZone: "UTC" } as const;
  expect(text).toContain(new Date(expiresAt).toLocaleDateString("en-US", until));
  const [link = ""] = text.match(/https?:\S+/g) ?? [];
  expect(link).toBe(url);
  await eventually("that it was sent", async () =>
    "mailedAt" in (await only(admin)) ? true : undefined,
  );
  expect(await admin.refusal(409, mail, path, sent)).toMatchObject({
    error: "This invitation was sent by mail already",
  });

  const { person } = await signIn({ email });
  const token = new URL(link).hash.slice(1);
  const accepted = await acceptInvitation(stores, { token, personId: person.id });
  expect(accepted.result).toBe("accepted");
  expect(await mailsTo(email, 1)).toHaveLength(1);
});

test("whose invitation bounces is said where it is listed", async () => {
  const admin = await consoleUser("admin");
  const { path, sent } = await invited(admin, "bounce+invited@simulator.amazonses.com");
  await admin.reply(mail, path, sent);
  const listed = await eventually("that it bounced", async () => {
    const found = await only(admin);
    return "mailFailed" in found ? found : undefined;
  });
  expect(listed).toMatchObject({ mailFailed: "bounce" });
});

test("three mails a day go to an address, and fifty from an organization", async () => {
  const admin = await consoleUser("admin");
  const email = newEmail();
  for (let times = 0; times < 3; times += 1) {
    const { path, sent } = await invited(admin, email);
    await admin.reply(mail, path, sent);
  }
  const fourth = await invited(admin, email);
  const refusal = await admin.refusal(429, mail, fourth.path, fourth.sent);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  expect(refusal.error).toMatch(/^3 mails .* works again at 00:00 UTC$/);

  const limits = dynamodbRateLimits(client, tables, { now: () => Date.now() });
  await limits.use(organizationMails, admin.organization.id, organizationMails.perDay - 3);
  const other = await invited(admin, newEmail());
  const { error } = await admin.refusal(429, mail, other.path, other.sent);
  expect(error).toMatch(/^The organization has sent 50 mails today/);
});

test("a revoked invitation, and one of another role than one may give, are not sent", async () => {
  const organization = await createOrganization("pro");
  const [owner, admin] = [
    await consoleUser("owner", organization),
    await consoleUser("admin", organization),
  ];
  const ofOwner = await invited(owner, newEmail(), "owner");
  await admin.refusal(403, mail, ofOwner.path, ofOwner.sent);
  const revoked = await invited(admin, newEmail());
  await admin.reply(`DELETE ${invitations}/{invitationId}`, revoked.path);
  await admin.refusal(404, mail, revoked.path, revoked.sent);
});
