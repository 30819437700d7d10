import type { StoredMail } from "./send-email.ts";

/**
 * The message that SES would make of a mail: two alternatives of which a client shows the last that it can
 * (RFC 2046), all of it in ASCII.
 */
export function messageOf(mail: StoredMail): string {
  const { id, atMs, from, to, subject, text, html, headers } = mail;
  const boundary = `part-${id}`;
  const fields = {
    ...{ From: from, To: to.join(", "), Subject: encodedWords(subject) },
    ...{ Date: new Date(atMs).toUTCString().replace("GMT", "+0000") },
    ...{ "Message-ID": `<${id}@email.amazonses.com>`, "MIME-Version": "1.0", ...headers },
    "Content-Type": `multipart/alternative; boundary="${boundary}"`,
  };
  const parts = Object.entries({ plain: text, html }).filter(([, content]) => content !== "");
  return [
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    "",
    ...parts.flatMap(([type, content]) => [`--${boundary}`, ...partLines(type, content)]),
    `--${boundary}--`,
    "",
  ].join("\r\n");
}

function partLines(type: string, content: string): string[] {
  const lines =
    Buffer.from(content)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  const head = [`Content-Type: text/${type}; charset=UTF-8`, "Content-Transfer-Encoding: base64"];
  return [...head, "", ...lines];
}

/** A text in a header: words of at most 75 characters, none of which cuts a character (RFC 2047). */
function encodedWords(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes("=?")) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  const encoded = [...words, word].map((one) => Buffer.from(one).toString("base64"));
  return encoded.map((one) => `=?UTF-8?B?${one}?=`).join("\r\n ");
}
