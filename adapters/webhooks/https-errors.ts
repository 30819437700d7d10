/** Its message is the reason that is reported. */
export class NoResponse extends Error {}

/** Why there was no response, in plain words. */
export function plainReason(error: unknown): string {
  if (error instanceof NoResponse) return error.message;
  const code = codeOf(error);
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  return reason ?? `the request failed (${code || "no code"})`;
}

/** True when this machine has run out of something and the receiver is not at fault. */
export function isOwnTrouble(error: unknown): boolean {
  return /^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/.test(codeOf(error));
}

/** True when the receiver closed or reset the connection. */
export function wasClosed(error: unknown): boolean {
  return closed.test(codeOf(error));
}

const closed = /^(ECONNRESET|EPIPE)$/;
const reasons: [code: RegExp, reason: string][] = [
  [/^ENOTFOUND$|^ENODATA$/, "the host name does not resolve"],
  [/^EAI_/, "the host name could not be looked up"],
  [/^ECONNREFUSED$/, "the connection was refused"],
  [closed, "the connection was closed or reset before a response"],
  [
    /^(E(HOST|NET)UNREACH|EADDRNOTAVAIL|EAFNOSUPPORT|EACCES|EINVAL|ETIMEDOUT)$/,
    "the address could not be reached",
  ],
  [/^CERT_HAS_EXPIRED$/, "the certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "the certificate is not valid yet"],
  [/SELF_SIGNED_CERT/, "the certificate is self-signed"],
  [/^UNABLE_TO_/, "the certificate is not signed by a known authority"],
  [/^ERR_TLS_CERT_ALTNAME/, "the certificate is for another name"],
  [/^INVALID_PURPOSE$/, "the certificate is not for a server"],
  [/^(CERT_|INVALID_CA$|PATH_LENGTH_EXCEEDED$)/, "the certificate is not valid"],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/,
    "TLS failed: the receiver responds without TLS (plain HTTP?)",
  ],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, "TLS failed"],
  [/^HPE_HEADER_OVERFLOW$/, "the response headers are larger than 16 KB"],
  [/^HPE_/, "the response is not valid HTTP"],
];

function codeOf(error: unknown): string {
  const given = error instanceof Error && "code" in error ? String(error.code) : "";
  if (given === "" && error instanceof AggregateError) return codeOf(error.errors[0]);
  return given === "EPROTO" && error instanceof Error ? opensslCode(error.message) : given;
}

/** While it writes, Node.js reports OpenSSL's reason in words only: "…:wrong version number:…". */
function opensslCode(message: string): string {
  const reason = /:SSL routines:[^:]*:([\w ]+):/.exec(message)?.[1];
  return reason ? `ERR_SSL_${reason.toUpperCase().replaceAll(" ", "_")}` : "EPROTO";
}
