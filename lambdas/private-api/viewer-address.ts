import { hash, timingSafeEqual } from "node:crypto";
import { secretsManagerClient } from "../../adapters/aws/clients.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { addressName } from "../../core/rate-limits.ts";
import type { HttpEvent } from "../http/message.ts";

/** The header in which the CDN proves itself. */
const originSecretHeader = "x-origin-secret";

/** The address under which a viewer is rate-limited: an IPv4 address, or an IPv6 /64 network. */
export type ViewerAddress = (event: HttpEvent) => Promise<string>;

/**
 * Trusts the header `cloudfront-viewer-address` if the request has the origin secret, which is read on
 * first use; otherwise uses the source address of the connection.
 */
export function viewerAddress(originSecretArn: string): ViewerAddress {
  const readOriginSecret = secretReader(secretsManagerClient(), originSecretArn);
  return async ({ headers, requestContext }) => {
    const said = headers["cloudfront-viewer-address"];
    const proof = headers[originSecretHeader];
    if (said !== undefined && proof !== undefined && isSame(proof, await readOriginSecret())) {
      return addressName(withoutPort(said));
    }
    return addressName(requestContext.http.sourceIp);
  };
}

/** `198.51.100.10:46532`, and the same of an IPv6 address, with or without brackets. */
function withoutPort(text: string): string {
  return text.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}

// Hashes have one length, and say nothing about where two texts differ.
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
