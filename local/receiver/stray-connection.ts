import { systemErrorCode } from "../ports.ts";

/** Why the TLS handshake of a connection failed, in plain words. */
export function strayConnection(error: Error): string {
  const code = systemErrorCode(error) ?? error.message;
  if (/HTTP_REQUEST/.test(code))
    return "plain HTTP on the HTTPS port: the URL begins with https://";
  if (/UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN/.test(code))
    return "a client that does not trust the certificate: it needs ca.pem";
  // Node.js closes the connection silently where others say what they do not trust.
  if (code === "ECONNRESET")
    return "a client that left during TLS: perhaps it does not trust the certificate (ca.pem)";
  return `a connection that did not get through TLS (${code})`;
}
