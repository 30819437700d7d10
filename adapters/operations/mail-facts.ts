import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  type SESv2Client,
} from "@aws-sdk/client-sesv2";
import type { MailFacts } from "../../core/operations/mail.ts";
import type { StackOutputs } from "../stack-outputs.ts";

/** What SES says of the account and of the stack's identity; undefined of a stack that sends no mail. */
export async function mailFacts(
  ses: SESv2Client,
  { MailIdentity: identity, MailSenders, InvitationMailsPerDay }: StackOutputs,
): Promise<MailFacts | undefined> {
  if (identity === undefined) return undefined;
  const account = await ses.send(new GetAccountCommand({}));
  const { Max24HourSend = 0, MaxSendRate = 0, SentLast24Hours = 0 } = account.SendQuota ?? {};
  return {
    identity,
    state: await identityState(ses, identity),
    account: {
      hasProductionAccess: account.ProductionAccessEnabled ?? false,
      maySend: account.SendingEnabled ?? false,
      ...{ perDay: Max24HourSend, perSecond: MaxSendRate, sentInDay: SentLast24Hours },
    },
    stack: { invitationsPerDay: Number(InvitationMailsPerDay), senders: Number(MailSenders) },
  };
}

async function identityState(ses: SESv2Client, EmailIdentity: string): Promise<MailFacts["state"]> {
  try {
    const found = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return {
      isVerified: found.VerifiedForSendingStatus ?? false,
      dkim: found.DkimAttributes?.Status,
    };
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}
