import {
  BadRequestException,
  DeleteSuppressedDestinationCommand,
  type MessageHeader,
  NotFoundException,
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
} from "@aws-sdk/client-sesv2";
import type { Mail } from "../../core/notices/mail.ts";
import type { MailAbout } from "../../core/notices/mail-events.ts";
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

/**
 * Sends mails from one address, by `SendEmail` of SES's API v2. What becomes of them is published by the
 * configuration set, with whom they are about.
 */
export function sesMail(
  client: SESv2Client,
  { from, configurationSet }: { from: string; configurationSet: string },
) {
  return async (
    address: string,
    { subject, text, html, unsubscribeUrl }: Mail,
    about: MailAbout,
  ): Promise<MailResult> => {
    const content = (Data: string) => ({ Data, Charset: "UTF-8" });
    try {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          ConfigurationSetName: configurationSet,
          EmailTags: Object.entries(about).map(([Name, Value]) => ({ Name, Value })),
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
      // Throttled, paused, suspended, not verified, rejected, no response: all may be over tomorrow. An
      // address that it cannot read is none of these.
      if (!isFailedCall(error)) throw error;
      const isUnanswered = !(error instanceof SESv2ServiceException);
      const reason = error instanceof Error ? error.name : String(error);
      const isFinal = error instanceof BadRequestException;
      return { result: "refused", reason, isUnanswered, ...(isFinal && { isFinal }) };
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

/** Takes an address from the account's suppression list, if it is on it. */
export function sesSuppressionList(client: SESv2Client) {
  return {
    async unsuppress(EmailAddress: string): Promise<void> {
      try {
        await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}
