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
let client: SESv2;

beforeAll(async () => {
  await mailbox.bind(0);
});
beforeEach(async () => {
  client?.destroy();
  await ses?.close();
  ses = new Ses(store, { identities: ["example.com", "me@elsewhere.example"], maxSendRate: 3 });
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
} = {}) =>
  client.sendEmail({
    FromEmailAddress: from,
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
  await expect(client.getAccount({})).rejects.toMatchObject({ name: "NotFoundException" });
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
