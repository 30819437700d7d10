import { gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { ApiError } from "../../core/api-error.ts";
import type { HttpMiddleware } from "./message.ts";

/** Below this a compressed body saves no packet. */
const worthwhileBytes = 1_400;

/** Lambda refuses a response of 6,291,556 bytes; some are left for the headers. */
const largestBodyBytes = 6_250_000;

/**
 * Compresses a large body for a client that accepts gzip. Without Accept-Encoding (RFC 9110 §12.5.3
 * allows any then) it does so only when the body would otherwise be too large to send.
 */
export function compression(): HttpMiddleware {
  return {
    after({ response, event }) {
      if (!response) return;
      const vary = response.headers?.vary;
      const varied = vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
      response.headers = { ...response.headers, vary: varied };
      if (response.body === undefined || response.isBase64Encoded) return;

      const accept = event.headers["accept-encoding"];
      const accepted = acceptedEncodings(accept);
      const bytes = bytesInResponse(response.body);
      const tooLarge = bytes > largestBodyBytes;
      if (bytes < worthwhileBytes && accepted.includes("identity")) return;
      if (!accepted.includes("gzip") && !(tooLarge && accept === undefined)) {
        if (tooLarge)
          throw new ApiError(406, "The response is too large; send Accept-Encoding: gzip");
        return;
      }
      const body = gzipSync(response.body).toString("base64");
      if (body.length > largestBodyBytes) {
        throw new ApiError(500, "The response is too large; shorter counter names make it smaller");
      }
      response.headers["content-encoding"] = "gzip";
      response.body = body;
      response.isBase64Encoded = true;
    },
  };
}

function acceptedEncodings(accept: string | undefined): string[] {
  if (accept === undefined) return ["identity"];
  const negotiator = new Negotiator({ headers: { "accept-encoding": accept } });
  return negotiator.encodings(["gzip", "identity"]);
}

// The body is sent to Lambda as a string in JSON, where quotes and backslashes take a byte more.
function bytesInResponse(body: string): number {
  if (body.length < worthwhileBytes / 3) return body.length;
  return Buffer.byteLength(JSON.stringify(body));
}
