import { gzipSync } from "node:zlib";
import Negotiator from "negotiator";
import { Problem } from "../../core/problem.ts";
import type { HttpMiddleware } from "./message.ts";

/** Below this a compressed body saves no packet. */
const worthwhileBytes = 1_400;

/** Lambda refuses a larger answer; the rest of its 6 MB is left for headers and JSON escapes. */
const largestAnswerBytes = 5_500_000;

/**
 * Compresses a body that is worth it, for a client that accepts gzip; also for one that says
 * nothing (RFC 9110 §12.5.3 allows it), where the body could not be sent otherwise.
 */
export function compression(): HttpMiddleware {
  return {
    after(request) {
      const { response, event } = request;
      if (response?.body === undefined || response.isBase64Encoded) return;
      const accept = event.headers["accept-encoding"];
      const escapedBytes = Buffer.byteLength(response.body) + escapes(response.body);
      const tooLarge = escapedBytes > largestAnswerBytes;
      response.headers = { ...response.headers, vary: "Accept-Encoding, Authorization" };
      if (escapedBytes < worthwhileBytes) return;
      if (!acceptsGzip(accept) && !(tooLarge && accept === undefined)) {
        if (tooLarge) throw new Problem(406, "The answer is too large; send Accept-Encoding: gzip");
        return;
      }
      response.headers["content-encoding"] = "gzip";
      response.body = gzipSync(response.body).toString("base64");
      response.isBase64Encoded = true;
    },
  };
}

function acceptsGzip(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const negotiator = new Negotiator({ headers: { "accept-encoding": accept } });
  return negotiator.encodings(["gzip", "identity"])[0] === "gzip";
}

// The answer travels as a string inside JSON, where each quotation mark takes one byte more.
function escapes(body: string): number {
  return body.length < worthwhileBytes
    ? 0
    : body.split('"').length - 1 + body.split("\\").length - 1;
}
