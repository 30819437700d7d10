import { secretsManagerClient } from "../../adapters/aws/clients.ts";
import { secretReader } from "../../adapters/aws/secret-reader.ts";
import { addressName } from "../../core/rate-limits.ts";
import { hasOriginSecret } from "../http/behind-cdn.ts";
import type { HttpEvent } from "../http/message.ts";

/** The address under which a viewer is rate-limited: an IPv4 address, or an IPv6 /64 network. */
export type ViewerAddress = (event: HttpEvent) => Promise<string>;

/**
 * Trusts the header `cloudfront-viewer-address` if the request has the origin secret, which is read on
 * first use; otherwise uses the source address of the connection.
 */
export function viewerAddress(originSecretArn: string): ViewerAddress {
  const readOriginSecret = secretReader(secretsManagerClient(), originSecretArn);
  return async (event) => {
    const { headers, requestContext } = event;
    const said = headers["cloudfront-viewer-address"];
    const hasProof = headers["x-origin-secret"] !== undefined;
    if (said !== undefined && hasProof && hasOriginSecret(event, await readOriginSecret())) {
      return addressName(withoutPort(said));
    }
    return addressName(requestContext.http.sourceIp);
  };
}

/** `198.51.100.10:46532`, and the same of an IPv6 address, with or without brackets. */
function withoutPort(text: string): string {
  return text.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
}
