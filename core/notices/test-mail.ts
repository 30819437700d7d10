import * as z from "zod";
import type { Person } from "../members/person.ts";
import type { Mail } from "./mail.ts";
import { htmlOf, textOf } from "./mail-layout.ts";
import { messagesOf } from "./messages/messages.ts";
import { oneLine } from "./notice-parts.ts";
import { languageOf, type Recipient, type SendingPorts, vouchedAddress } from "./send-notices.ts";

/** Has a mail sent to a person who asked for it at a time, from one of their organizations. */
export const TestMailMessage = z.object({
  organizationId: z.string(),
  testedPersonId: z.string(),
  askedAt: z.iso.datetime(),
});
export type TestMailMessage = z.infer<typeof TestMailMessage>;

export interface TestMailPorts extends Pick<SendingPorts, "recipient" | "send" | "consoleUrl"> {
  /** Keeps what became of a person's test mail: the latest only. */
  recordTest(personId: string, test: NonNullable<Person["mailTest"]>): Promise<void>;
}

/** Sends a test mail. What is refused is not tried again: the person is told why. */
export async function sendTestMail(
  ports: TestMailPorts,
  { organizationId, testedPersonId, askedAt }: TestMailMessage,
): Promise<{ result: "sent" | "none" } | { result: "refused"; reason: string }> {
  const recipient = await ports.recipient({ organizationId, recipientId: testedPersonId });
  const address = recipient && vouchedAddress(recipient);
  // One that comes again is known.
  const isDone = (recipient?.person.mailTest?.askedAt ?? "") >= askedAt;
  if (recipient === undefined || address === undefined || isDone) return { result: "none" };
  const url = `${ports.consoleUrl}/organizations/${organizationId}/notifications`;
  const sent = await ports.send(address, testMail(recipient, url), { person: testedPersonId });
  const refusal = sent.result === "refused" ? sent.reason : null;
  await ports.recordTest(testedPersonId, { askedAt, refusal });
  return sent;
}

export function testMail(
  { organization, member }: Pick<Recipient, "organization" | "member">,
  url: string,
): Mail {
  const { language } = { ...organization, ...languageOf(member) };
  const messages = messagesOf[language];
  const name = oneLine(organization.name);
  const subject = messages.test(name);
  const parts = [{ title: subject, lines: [], url }];
  const closing = [messages.whyChosen(name)];
  return {
    subject,
    text: textOf(parts, closing),
    html: htmlOf(parts, { subject, closing, links: [], language, show: messages.choose }),
  };
}
