import { critical, type Finding, fine, orFine, warning } from "./finding.ts";

/** An own domain's certificate as ACM has it. */
export interface CertificateFacts {
  domain: string;
  /** ISSUED, EXPIRED, REVOKED, … */
  status: string;
  /** ISO 8601; undefined while it is not issued. */
  notAfter: string | undefined;
  /** Whether ACM renews it by itself. */
  renews: boolean;
  /** Of a renewal that is under way: PENDING_VALIDATION, FAILED, … */
  renewal: string | undefined;
}

const dayMs = 86_400_000;

/** ACM begins to renew this many days before the end. */
const renewalBeginsDays = 60;

/** By then a renewal that works is long over. */
const renewalIsLateDays = 30;

/** Says which certificates are about to end. */
export function judgeCertificates(certificates: CertificateFacts[], nowMs: number): Finding[] {
  if (certificates.length === 0) return [fine("there are no custom domains, so no certificates")];
  const findings = certificates.flatMap((one) => judgeCertificate(one, nowMs));
  const ends = certificates.map((one) => `${one.domain} in ${daysLeft(one, nowMs)} days`);
  return orFine(findings, `certificates end: ${ends.join(", ")}`);
}

function judgeCertificate(certificate: CertificateFacts, nowMs: number): Finding[] {
  const { domain, status, renews, renewal } = certificate;
  const name = `the certificate of ${domain}`;
  const days = daysLeft(certificate, nowMs);
  if (status !== "ISSUED" || days === undefined || days < 0) {
    const sentence = `${name} is ${days !== undefined && days < 0 ? "EXPIRED" : status}`;
    return [critical(sentence, "issue a new one, set its ARN and deploy again")];
  }
  if (!renews) {
    if (days > renewalBeginsDays) return [];
    const sentence = `${name} ends in ${days} days, and ACM does not renew it`;
    return [ending(sentence, "renew it yourself: import the new one under the same ARN", days)];
  }
  const stuck = renewal === "FAILED" || renewal === "PENDING_VALIDATION";
  if (!stuck && days > renewalIsLateDays) return [];
  const why = stuck ? `its renewal is ${renewal}` : "it is not renewed yet";
  const remedy = "look at its validation records in ACM: the CNAME of each name must be in the DNS";
  return [ending(`${name} ends in ${days} days, and ${why}`, remedy, days)];
}

function ending(sentence: string, remedy: string, days: number): Finding {
  return days <= renewalIsLateDays ? critical(sentence, remedy) : warning(sentence, remedy);
}

function daysLeft({ notAfter }: CertificateFacts, nowMs: number): number | undefined {
  return notAfter === undefined ? undefined : Math.floor((Date.parse(notAfter) - nowMs) / dayMs);
}
