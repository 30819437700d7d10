import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { type Language, languages } from "../../../core/languages.ts";
import { composeMail, type Mail, type MailContent } from "../../../core/notices/mail.ts";
import { messageOf } from "../../../packages/local-aws/emulators/ses/mime.ts";
import { mailOf, SendEmail } from "../../../packages/local-aws/emulators/ses/send-email.ts";

/** What a mail program makes of the message that SES would send. */
async function read({ subject, text, html }: Mail) {
  const content = (Data: string) => ({ Data, Charset: "UTF-8" });
  const request = SendEmail.parse({
    FromEmailAddress: "counts@example.com",
    Destination: { ToAddresses: ["olga@example.org"] },
    Content: {
      Simple: {
        Subject: content(subject),
        Body: { Text: content(text), Html: content(html) },
        Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      },
    },
  });
  const message = messageOf(mailOf("4f1c", Date.UTC(2026, 10, 30, 7), request));
  expect(message.split("\r\n").filter((line) => !/^[ -~]{0,998}$/.test(line))).toEqual([]);
  return await PostalMime.parse(message);
}

const contentOf = (name: string, language: Language): MailContent => ({
  ...{ organizationId: "org_1", consoleUrl: "https://console.example", more: 1, isHeld: true },
  organization: { name, language, timeZone: "Europe/Berlin" },
  notices: [
    {
      ...{ kind: "alert", alertId: "alt_1", alertName: name, place: name, times: 3, level: 9 },
      ...{ threshold: 9, firedAt: "2026-11-28T12:00:00.000Z" },
    },
  ],
});

const names = [
  ...[
    "Hall 1",
    "Größe 大ホール القاعة 🎟️".repeat(8),
    "=?UTF-8?B?QmNjOg==?=",
    "a\r\nBcc: x@example.com",
  ],
  ...["--part-4f1c--\r\n\r\nend", '"<x@example.com>", y@example.com', "<!channel> <b>&amp;"],
];

test.each(languages.flatMap((language) => names.map((name) => [language, name] as const)))(
  "a mail in %s about %j is read by others as it was written: subject, both parts, addresses, headers",
  async (language, name) => {
    const mail = composeMail(contentOf(name, language));
    const { from, to, cc, bcc, headers, attachments, ...known } = await read(mail);
    const lines = (text = "") => text.replaceAll("\r\n", "\n").trimEnd();
    expect({ subject: known.subject, text: lines(known.text), html: lines(known.html) }).toEqual({
      ...{ subject: mail.subject, text: lines(mail.text), html: lines(mail.html) },
    });
    expect([from?.address, to?.map(({ address }) => address)]).toEqual([
      "counts@example.com",
      ["olga@example.org"],
    ]);
    expect([cc, bcc, attachments]).toEqual([undefined, undefined, []]);
    expect(headers.map(({ key }) => key)).toEqual([
      ...["from", "to", "subject", "date", "message-id", "mime-version", "auto-submitted"],
      "content-type",
    ]);
    expect(known.date).toBe("2026-11-30T07:00:00.000Z");
  },
);
