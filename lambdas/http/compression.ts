import { gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { freeMemory } from "../../adapters/byte-writer.ts";
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
      const body = response.bytes ?? response.body;
      delete response.bytes;
      if (body === undefined || response.isBase64Encoded) return;

      if (!shouldCompress(body, event.headers["accept-encoding"])) {
        response.body = body.toString();
        if (Buffer.isBuffer(body)) freeMemory(body);
        return;
      }
      const compressed = gzipSync(body).toString("base64");
      if (Buffer.isBuffer(body)) freeMemory(body);
      if (compressed.length > largestBodyBytes) {
        throw new ApiError(500, "The response is too large; shorter counter names make it smaller");
      }
      response.headers["content-encoding"] = "gzip";
      response.body = compressed;
      response.isBase64Encoded = true;
    },
  };
}

/** Throws if the client accepts only the uncompressed body, and that is too large. */
function shouldCompress(body: string | Buffer, accept: string | undefined): boolean {
  const accepted = acceptedEncodings(accept);
  const isSmall = body.length < worthwhileBytes && bytesInResponse(body) < worthwhileBytes;
  if (isSmall && accepted.includes("identity")) return false;
  if (accepted.includes("gzip")) return true;
  if (bytesInResponse(body) <= largestBodyBytes) return false;
  if (accept === undefined) return true;
  throw new ApiError(406, "The response is too large; send Accept-Encoding: gzip");
}

function acceptedEncodings(accept: string | undefined): string[] {
  if (accept === undefined) return ["identity"];
  const negotiator = new Negotiator({ headers: { "accept-encoding": accept } });
  return negotiator.encodings(["gzip", "identity"]);
}

// The body is sent to Lambda as a string in JSON, where quotes and backslashes take a byte more.
function bytesInResponse(body: string | Buffer): number {
  if (body.length < worthwhileBytes / 3) return body.length;
  if (typeof body === "string") return Buffer.byteLength(JSON.stringify(body));
  let bytes = body.length + 2;
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === 0x22 || body[at] === 0x5c) bytes += 1;
  }
  return bytes;
}
