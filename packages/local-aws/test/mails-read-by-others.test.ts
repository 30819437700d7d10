import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { messageOf } from "../emulators/ses/mime.ts";
import { mailOf, SendEmail } from "../emulators/ses/send-email.ts";

/** What a mail program makes of the message that SES would send. */
async function read({ subject, text, html }: Record<"subject" | "text" | "html", string>) {
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

const subjects = [
  ...["Hall 1: 2 alerts", "Wieder scharf: Größe", "Déclenchée : l’entrée", "Se ha disparado: año"],
  ...["Não coube: praça", "Weer actief: café", "待機に復帰：大ホール", "جاهز من جديد: القاعة"],
  ...["\u2068Größe 大ホール القاعة 🎟️\u2069 ".repeat(8).trim(), "=?UTF-8?B?QmNjOg==?="],
  ...["a Bcc: x@example.com", '"<x@example.com>", y@example.com', "<!channel> <b>&amp;"],
];

test.each(subjects)(
  "a mail about %j is read by others as it was written: subject, both parts, addresses, headers",
  async (subject) => {
    const text = `${subject}\n--part-4f1c--\n\nBcc: x@example.com\n.\n`;
    const html = `<!doctype html><title>${subject}</title><p>${subject.repeat(40)}`;
    const { from, to, cc, bcc, headers, attachments, ...known } = await read({
      ...{ subject, text, html },
    });
    const lines = (part = "") => part.replaceAll("\r\n", "\n").trimEnd();
    expect({ subject: known.subject, text: lines(known.text), html: lines(known.html) }).toEqual({
      ...{ subject, text: lines(text), html },
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
