import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SESv2 } from "@aws-sdk/client-sesv2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MailStore } from "../emulators/ses/mail-store.ts";
import { Mailbox } from "../emulators/ses/mailbox.ts";
import { Ses } from "../emulators/ses/ses.ts";
import { localCredentials, localRegion } from "../template/arns.ts";

const folder = mkdtempSync(join(tmpdir(), "local-ses-"));
const store = new MailStore(folder);
const mailbox = new Mailbox(store, () => {});
let ses: Ses;
const published: unknown[] = [];
const configurationSets = new Map([["counts", new Set(["bounce", "complaint"])]]);
let client: SESv2;

beforeAll(async () => {
  await mailbox.bind(0);
});
beforeEach(async () => {
  client?.destroy();
  await ses?.close();
  const identities = ["example.com", "me@elsewhere.example"];
  ses = new Ses(store, { identities, configurationSets, maxSendRate: 3 });
  published.length = 0;
  ses.publish = (event) => published.push(event);
  client = new SESv2({
    region: localRegion,
    credentials: localCredentials,
    maxAttempts: 1,
    endpoint: await ses.start(),
  });
});
afterAll(async () => {
  client.destroy();
  await Promise.all([ses.close(), mailbox.close()]);
  store.close();
  rmSync(folder, { recursive: true });
});

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
const send = ({
  from = "counts@example.com",
  to = "you@example.org",
  subject = utf8("Größe"),
  headers = [] as { Name: string; Value: string }[],
  set = undefined as string | undefined,
} = {}) =>
  client.sendEmail({
    FromEmailAddress: from,
    ConfigurationSetName: set,
    EmailTags: [{ Name: "person", Value: "per_1" }],
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: subject,
        Body: { Text: utf8("Text https://example.com/x"), Html: utf8("<script>1</script>") },
        Headers: headers,
      },
    },
  });

test.each(["counts@example.com", "counts@sub.example.com", "me@elsewhere.example"])(
  "a mail from %s is kept, with its headers",
  async (from) => {
    const headers = [{ Name: "List-Unsubscribe", Value: "<https://example.com/u>" }];
    const { MessageId } = await send({ from, headers });
    expect(store.list()[0]).toMatchObject({
      ...{ id: MessageId, from, to: ["you@example.org"], subject: "Größe" },
      headers: { "List-Unsubscribe": "<https://example.com/u>" },
    });
  },
);

test.each([
  ["an identity that is not verified", { from: "you@elsewhere.example" }, "MessageRejected"],
  [
    "a header with a line break",
    { headers: [{ Name: "X-A", Value: "a\r\nb" }] },
    "BadRequestException",
  ],
  ["a header that is not ASCII", { headers: [{ Name: "X-A", Value: "ä" }] }, "BadRequestException"],
  [
    "a header's name with a colon",
    { headers: [{ Name: "X:A", Value: "a" }] },
    "BadRequestException",
  ],
  [
    "a header that is SES's own",
    { headers: [{ Name: "bcc", Value: "a@b.c" }] },
    "BadRequestException",
  ],
  [
    "a header twice",
    { headers: ["List-Id", "list-id"].map((Name) => ({ Name, Value: "a" })) },
    "BadRequestException",
  ],
  [
    "a header of 871 characters",
    { headers: [{ Name: "X-A", Value: "a".repeat(871) }] },
    "BadRequestException",
  ],
  ["a subject of two lines", { subject: utf8("a\r\nBcc: x@example.com") }, "BadRequestException"],
  [
    "a subject that is not ASCII, without its character set",
    { subject: { Data: "ä", Charset: "US-ASCII" } },
    "BadRequestException",
  ],
  ["a configuration set that does not exist", { set: "other" }, "NotFoundException"],
  ["an address with a second one", { to: "a@example.org, b@example.org" }, "BadRequestException"],
])("%s is refused", async (_, differences, name) => {
  const before = store.list().length;
  await expect(send(differences)).rejects.toMatchObject({ name });
  expect(store.list()).toHaveLength(before);
});

test("more than the rate is throttled, and nothing is sent while sending is paused", async () => {
  await Promise.all([send(), send(), send()]);
  await expect(send()).rejects.toMatchObject({ name: "TooManyRequestsException" });
  ses.sendingEnabled = false;
  await expect(send()).rejects.toMatchObject({ name: "SendingPausedException" });
});

test("another operation is refused, not ignored", async () => {
  await expect(client.listEmailIdentities({})).rejects.toMatchObject({ name: "NotFoundException" });
});

const simulator = (name: string) => `${name}@simulator.amazonses.com`;

test.each([
  ["bounces", simulator("bounce+olga"), { bounceType: "Permanent", bounceSubType: "General" }],
  ["is answered", simulator("ooto"), { bounceType: "Transient", bounceSubType: "General" }],
  ["is suppressed", "gone@example.org", { bounceSubType: "OnAccountSuppressionList" }],
])("a mail that %s is accepted, and the configuration set publishes it", async (_, to, bounce) => {
  ses.suppressed.add("gone@example.org");
  const { MessageId: messageId } = await send({ to, set: "counts" });
  const tags = { person: ["per_1"], "ses:configuration-set": ["counts"] };
  const mail = { messageId, destination: [to], tags };
  const detail = { eventType: "Bounce", bounce, mail };
  expect(published).toMatchObject([{ source: "aws.ses", "detail-type": "Email Bounced", detail }]);
});

test("a complaint is published, and of mails without a configuration set nothing", async () => {
  await send({ to: simulator("complaint") });
  await send({ to: simulator("success"), set: "counts" });
  expect(published).toEqual([]);
  await send({ to: simulator("complaint"), set: "counts" });
  expect(published).toMatchObject([
    { "detail-type": "Email Complaint Received", detail: { eventType: "Complaint" } },
  ]);
});

test("an address is taken from the suppression list once", async () => {
  ses.suppressed.add("gone@example.org");
  const EmailAddress = "Gone@example.org";
  await client.deleteSuppressedDestination({ EmailAddress });
  await expect(client.deleteSuppressedDestination({ EmailAddress })).rejects.toMatchObject({
    name: "NotFoundException",
  });
  await send({ to: "gone@example.org", set: "counts" });
  expect(published).toEqual([]);
});

test("account and identities say what they are", async () => {
  expect(await client.getAccount({})).toMatchObject({
    ProductionAccessEnabled: true,
    SendQuota: { MaxSendRate: 3 },
  });
  const EmailIdentity = "example.com";
  expect(await client.getEmailIdentity({ EmailIdentity })).toMatchObject({
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: "SUCCESS" },
  });
  await expect(client.getEmailIdentity({ EmailIdentity: "other.com" })).rejects.toMatchObject({
    name: "NotFoundException",
  });
});

test("the page shows a mail, its links and its HTML, of which nothing runs", async () => {
  const { MessageId } = await send({ subject: utf8("<b>Full</b>") });
  const list = await (await fetch(mailbox.url)).text();
  expect(list).toContain(`<a href="/${MessageId}"><bdi>&#60;b&#62;Full&#60;/b&#62;</bdi></a>`);
  const page = await (await fetch(`${mailbox.url}/${MessageId}`)).text();
  expect(page).toContain('<a href="https://example.com/x">');
  expect(page).toContain(`<iframe title="HTML" sandbox src="/${MessageId}/html">`);
  const html = await fetch(`${mailbox.url}/${MessageId}/html`);
  expect(await html.text()).toBe("<script>1</script>");
  expect(html.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*; sandbox$/);
});
