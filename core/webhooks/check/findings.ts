import { slowAfterMs } from "../endpoint-health.ts";
import { isSuccessStatus } from "../retry-schedule.ts";
import type { CheckedResponse, CheckedTls, CheckReport, Failed } from "./check-report.ts";

/** One thing that a check found, in plain words. */
export interface CheckFinding {
  step:
    | "URL"
    | "Name"
    | "Addresses"
    | "Connection"
    | "TLS"
    | "Redirect"
    | "Status"
    | "Time"
    | "Body"
    | "Wrong signature"
    | "Old timestamp";
  verdict: "good" | "warning" | "bad";
  found: string;
  /** What to do about it; null where there is nothing to do. */
  advice: string | null;
  /** A page of the site that helps: path and anchor, below {base_url}. */
  page?: string;
}

const soonDays = 21;

/** What was found, in the order of the way, and what to do about each. */
export function findings(report: CheckReport): CheckFinding[] {
  const { refusedUrl, name, connection, tls, response } = report;
  if (refusedUrl !== undefined) {
    return [bad("URL", sentence(refusedUrl), "Change the endpoint's URL.")];
  }
  return [
    good("URL", "It begins with https:// and is allowed."),
    ...(name ? nameFindings(name) : []),
    ...(connection ? [connectionFinding(connection)] : []),
    ...(tls ? tlsFindings(tls) : []),
    ...(response ? responseFindings(response) : []),
  ];
}

/** Whether deliveries arrive, as far as the check can tell. */
export function isAccepted({ response }: CheckReport): boolean {
  return response?.result === "responded" && isSuccessStatus(response.status);
}

function nameFindings({ host, addresses, refused, tookMs }: NonNullable<CheckReport["name"]>) {
  if (addresses.length === 0) {
    const advice = "Check the spelling, and that the name's DNS records are public.";
    return [bad("Name", `${host} does not resolve.`, advice)];
  }
  const resolved = `${host} resolves to ${addresses.join(", ")} (${ms(tookMs)}).`;
  if (refused.length === 0) {
    return [good("Name", resolved), good("Addresses", "Deliveries may be sent to all of them.")];
  }
  const are = refused.length === 1 ? "is not a public address" : "are not public addresses";
  return [
    good("Name", resolved),
    bad(
      "Addresses",
      `${refused.join(", ")} ${are}: nothing is sent there, nor to the name's other addresses.`,
      "Give the name public addresses only. A receiver in a private network needs a public proxy.",
    ),
  ];
}

function connectionFinding(connection: NonNullable<CheckReport["connection"]>): CheckFinding {
  if (connection.result === "connected") {
    return good("Connection", `Connected to ${connection.address} after ${ms(connection.tookMs)}.`);
  }
  const advice =
    "Check that the receiver runs, listens on this port, and that its firewall lets in requests " +
    "from everywhere. The addresses that deliveries come from are not fixed.";
  return bad("Connection", sentence(connection.reason), advice);
}

function tlsFindings({ version, untrusted, chain }: CheckedTls): CheckFinding[] {
  const [own] = chain;
  const names = chain.map(({ subject }) => subject).join(" ← ");
  const shown = `${version}; certificates: ${names || "none"}.`;
  if (untrusted !== undefined) {
    return [bad("TLS", `${sentence(untrusted)} ${shown}`, untrustedAdvice(untrusted))];
  }
  if (own === undefined) return [good("TLS", shown)];
  const day = own.daysLeft === 1 ? "day" : "days";
  const expiry = `The certificate is valid for ${own.daysLeft} more ${day}, until ${own.validTo.slice(0, 10)}.`;
  if (own.daysLeft > soonDays) return [good("TLS", `${shown} ${expiry}`)];
  const advice = "Renew the certificate, or check that its automatic renewal works.";
  return [{ step: "TLS", verdict: "warning", found: `${shown} ${expiry}`, advice }];
}

function untrustedAdvice(reason: string): string {
  if (/expired|not valid yet/.test(reason)) {
    return "Renew the certificate, and restart or reload the server so that it uses the new one.";
  }
  if (/another name/.test(reason)) {
    return "Use a certificate that is issued for the host name in the endpoint's URL.";
  }
  return (
    "Use a certificate of a public authority (Let's Encrypt is free), and let the server send the " +
    "authority's intermediate certificates with its own."
  );
}

function responseFindings(response: CheckedResponse | Failed): CheckFinding[] {
  if (response.result === "failed") {
    const late = /timed out/.test(response.reason);
    const advice = late
      ? "Respond with 2xx at once, and work on the delivery afterwards."
      : "Check the receiver's log for this time: it closed the connection, or sent something other than HTTP.";
    return [bad(late ? "Time" : "Status", sentence(response.reason), advice)];
  }
  const { status, tookMs, location, body } = response;
  return [
    ...(isRedirect(status) ? [redirectFinding(status, location)] : [statusFinding(status)]),
    timeFinding(tookMs),
    ...(body === "" ? [] : [good("Body", body)]),
  ];
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function redirectFinding(status: number, location: string | undefined): CheckFinding {
  const where = location === undefined ? "" : ` to ${location}`;
  return bad(
    "Redirect",
    `It responds with ${status}${where}. Redirects are not followed: the delivery would be retried.`,
    "Change the endpoint's URL to the one that it redirects to, or respond with 2xx.",
  );
}

function statusFinding(status: number): CheckFinding {
  if (isSuccessStatus(status)) {
    return good("Status", `${status}: the delivery is accepted.`);
  }
  if (status === 410) {
    const advice = "Respond with 410 only where deliveries are no longer wanted.";
    return bad("Status", "410: the delivery is stopped and not retried.", advice);
  }
  return bad(
    "Status",
    `${status}: the delivery would be retried, five times.`,
    statusAdvice(status),
  );
}

function statusAdvice(status: number): string {
  if (status === 400) {
    return "If the receiver could not verify the signature, check that it has this endpoint's secret and uses the raw body.";
  }
  if (status === 401 || status === 403) {
    return "Let the receiver accept requests without credentials, and verify the signature instead.";
  }
  if (status === 404 || status === 405) {
    return "Check the path of the endpoint's URL, and that the receiver takes POST there.";
  }
  if (status >= 500) return "Check the receiver's log: it failed while handling the request.";
  return "Let the receiver respond with 2xx to what it has accepted.";
}

function timeFinding(tookMs: number): CheckFinding {
  const found = `The response took ${ms(tookMs)}.`;
  if (tookMs < slowAfterMs) return good("Time", found);
  const advice = "Respond first and work afterwards: after 10 s the attempt fails and is retried.";
  return { step: "Time", verdict: "warning", found, advice };
}

function good(step: CheckFinding["step"], found: string): CheckFinding {
  return { step, verdict: "good", found, advice: null };
}

function bad(step: CheckFinding["step"], found: string, advice: string): CheckFinding {
  return { step, verdict: "bad", found, advice };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function ms(tookMs: number): string {
  return `${tookMs.toLocaleString("en")} ms`;
}
