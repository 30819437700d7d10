import { type MessageHeader, SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import type { Mail } from "../../core/notices/mail.ts";
import type { MailResult } from "../../core/notices/send-notices.ts";
import { isFailedCall } from "../aws/failed-calls.ts";

/**
 * SES takes longer than other services, and a mail whose response was lost would be sent twice by the SDK's
 * own retry: the outbox tries again later.
 */
export const sendLimitMs = 10_000;

export function sesClient(region: string): SESv2Client {
  const requestHandler = {
    connectionTimeout: 2_000,
    requestTimeout: sendLimitMs,
    throwOnRequestTimeout: true,
  };
  return new SESv2Client({ region, maxAttempts: 1, requestHandler });
}

/** Sends mails from one address, by `SendEmail` of SES's API v2. */
export function sesMail(client: SESv2Client, { from }: { from: string }) {
  return async (
    address: string,
    { subject, text, html, unsubscribeUrl }: Mail,
  ): Promise<MailResult> => {
    const content = (Data: string) => ({ Data, Charset: "UTF-8" });
    try {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [address] },
          Content: {
            Simple: {
              Subject: content(subject),
              Body: { Text: content(text), Html: content(html) },
              Headers: headersOf(unsubscribeUrl),
            },
          },
        }),
      );
      return { result: "sent" };
    } catch (error) {
      // Throttled, paused, suspended, not verified, rejected, no response: all may be over tomorrow.
      if (!isFailedCall(error)) throw error;
      return { result: "refused", reason: error instanceof Error ? error.name : String(error) };
    }
  };
}

/** SES allows each of them ("Amazon SES header fields"), and no value longer than 870 characters. */
function headersOf(unsubscribeUrl: string | undefined): MessageHeader[] {
  return [
    // Responders to absences leave it alone (RFC 3834).
    { Name: "Auto-Submitted", Value: "auto-generated" },
    ...(unsubscribeUrl === undefined
      ? []
      : [
          { Name: "List-Unsubscribe", Value: `<${unsubscribeUrl}>` },
          { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
        ]),
  ];
}
