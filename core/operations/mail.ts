import { counted, critical, type Finding, fine, warning } from "./finding.ts";

/** What SES lets the account and the identity of mails do ("GetAccount", "GetEmailIdentity"). */
export interface MailFacts {
  /** The identity of the setting `sesIdentityArn`: a domain or an address. */
  identity: string;
  /** Undefined where SES has none of that name. */
  state: { isVerified: boolean; dkim: string | undefined } | undefined;
  account: {
    hasProductionAccess: boolean;
    maySend: boolean;
    perDay: number;
    perSecond: number;
    sentInDay: number;
  };
  /** The setting `invitationMailsPerDay`, and how many functions send at the same time. */
  stack: { invitationsPerDay: number; senders: number };
}

/** Says what keeps mail from being sent, or from arriving. */
export function judgeMail({ identity, state, account, stack }: MailFacts): Finding[] {
  const found = [...identityFindings(identity, state), ...accountFindings(account, stack)];
  if (found.length > 0) return found;
  const [sent, most] = [account.sentInDay, account.perDay].map((n) => n.toLocaleString("en"));
  return [
    fine(`${identity} is verified and signed; ${sent} of ${most} mails in 24 hours are sent`),
  ];
}

function identityFindings(identity: string, state: MailFacts["state"]): Finding[] {
  if (state === undefined) {
    const remedy = "create and verify it (SES, Identities), in the stack's region";
    return [critical(`SES has no identity ${identity}, so no mail is sent`, remedy)];
  }
  if (!state.isVerified) {
    const remedy = "publish the DNS records, or follow the link, that SES's page of it shows";
    return [critical(`${identity} is not verified, so no mail is sent`, remedy)];
  }
  if (state.dkim === "SUCCESS") return [];
  const dkim = state.dkim ?? "not set up";
  return [
    warning(
      `mail of ${identity} is not signed (DKIM: ${dkim}), and many receivers refuse it`,
      "publish the three CNAME records that SES's page of it shows",
    ),
  ];
}

function accountFindings(
  { hasProductionAccess, maySend, perDay, perSecond, sentInDay }: MailFacts["account"],
  { invitationsPerDay, senders }: MailFacts["stack"],
): Finding[] {
  const found: Finding[] = [];
  const most = perDay.toLocaleString("en");
  const higher = "request a higher one (Service Quotas, Amazon SES)";
  if (!maySend) {
    const remedy = "SES's page Reputation metrics, or a case of AWS Support, has the reason";
    found.push(critical("SES has paused the account's mail, so no mail is sent", remedy));
  }
  if (!hasProductionAccess) {
    found.push(
      critical(
        "SES is in its sandbox: it sends to verified addresses only",
        "request production access (SES, Account dashboard)",
      ),
    );
  }
  if (sentInDay >= perDay * 0.8) {
    const sent = sentInDay.toLocaleString("en");
    found.push(warning(`${sent} of the ${most} mails that SES sends in 24 hours are sent`, higher));
  } else if (invitationsPerDay > perDay) {
    found.push(
      warning(
        `invitationMailsPerDay is ${invitationsPerDay.toLocaleString("en")}, but SES sends only ${most} mails in 24 hours`,
        `set it lower, or ${higher}`,
      ),
    );
  }
  if (perSecond < senders) {
    const sentence = `SES takes ${counted(perSecond, "mail")} a second, and ${senders} functions send: mails are throttled and come late`;
    found.push(warning(sentence, higher));
  }
  return found;
}
