import { randomUUID } from "node:crypto";
import { localAccount, localRegion, sesConfigurationSetArn } from "../../template/arns.ts";
import type { BusEvent } from "../events/rules.ts";
import type { SendEmail } from "./send-email.ts";

/** What becomes of a mail after SES has accepted it. */
export type Fate =
  | { kind: "bounce"; type: "Permanent" | "Transient"; subType: string }
  | { kind: "complaint" };

/** Of the addresses of SES's mailbox simulator; `bounce+LABEL@…` is one of them, too. */
const simulated: Readonly<Record<string, Fate>> = {
  bounce: { kind: "bounce", type: "Permanent", subType: "General" },
  complaint: { kind: "complaint" },
  // An automatic response.
  ooto: { kind: "bounce", type: "Transient", subType: "General" },
  suppressionlist: { kind: "bounce", type: "Permanent", subType: "Suppressed" },
};

/**
 * What the mailbox simulator does with an address ("Using the mailbox simulator manually"), and SES with
 * one of the account's suppression list; undefined for one that is delivered.
 */
export function fateOf(address: string, suppressed: ReadonlySet<string>): Fate | undefined {
  if (suppressed.has(address.toLowerCase())) {
    return { kind: "bounce", type: "Permanent", subType: "OnAccountSuppressionList" };
  }
  const [, name = ""] = /^(\w+)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(address) ?? [];
  return simulated[name.toLowerCase()];
}

interface AcceptedMail {
  id: string;
  atMs: number;
  address: string;
  configurationSet: string;
  request: SendEmail;
}

/** "Contents of event data that Amazon SES publishes", as EventBridge wraps it. */
export function mailEvent(fate: Fate, mail: AcceptedMail): BusEvent {
  const { id, atMs, address, configurationSet, request } = mail;
  const timestamp = new Date().toISOString();
  const own = request.EmailTags.map(({ Name, Value }) => [Name, [Value]]);
  const feedback = { feedbackId: randomUUID(), timestamp };
  return {
    ...{ version: "0", id: randomUUID(), source: "aws.ses", account: localAccount },
    ...{ time: timestamp, region: localRegion },
    resources: [sesConfigurationSetArn(configurationSet)],
    "detail-type": fate.kind === "bounce" ? "Email Bounced" : "Email Complaint Received",
    detail: {
      eventType: fate.kind === "bounce" ? "Bounce" : "Complaint",
      mail: {
        timestamp: new Date(atMs).toISOString(),
        ...{ source: request.FromEmailAddress, messageId: id, destination: [address] },
        commonHeaders: { subject: request.Content.Simple.Subject.Data },
        tags: { "ses:configuration-set": [configurationSet], ...Object.fromEntries(own) },
      },
      ...(fate.kind === "bounce"
        ? {
            bounce: {
              ...{ ...feedback, bounceType: fate.type, bounceSubType: fate.subType },
              bouncedRecipients: [{ emailAddress: address, action: "failed", status: "5.1.1" }],
            },
          }
        : {
            complaint: {
              ...{ ...feedback, complaintFeedbackType: "abuse" },
              complainedRecipients: [{ emailAddress: address }],
            },
          }),
    },
  };
}
