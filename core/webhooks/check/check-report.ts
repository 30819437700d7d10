/**
 * What a check found; fields after the step that failed are absent. Each `tookMs` is the time since
 * the check began, in milliseconds.
 */
export interface CheckReport {
  /** Why the URL itself is refused, in plain words. */
  refusedUrl?: string;
  name?: CheckedName;
  connection?: { result: "connected"; address: string; tookMs: number } | Failed;
  tls?: CheckedTls;
  response?: CheckedResponse | Failed;
}

export interface Failed {
  result: "failed";
  /** In plain words. */
  reason: string;
  tookMs: number;
}

export interface CheckedName {
  host: string;
  /** None where the name does not resolve. */
  addresses: string[];
  /** Those that nothing may be sent to. */
  refused: string[];
  tookMs: number;
}

export interface CheckedTls {
  /** Such as `TLSv1.3`. */
  version: string;
  /** Why the certificate is not trusted, in plain words; absent where it is. */
  untrusted?: string;
  /** The receiver's own certificate first, as it sent them. */
  chain: CheckedCertificate[];
}

export interface CheckedCertificate {
  subject: string;
  issuer: string;
  validTo: string;
  /** Whole days until it expires; negative after that. */
  daysLeft: number;
}

export interface CheckedResponse {
  result: "responded";
  status: number;
  tookMs: number;
  location?: string;
  /** The first 1 KB, as it came. */
  body: string;
}
