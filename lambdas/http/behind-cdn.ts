import { hash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { ApiError } from "../../core/api-error.ts";
import type { Respond } from "./http-handler.ts";
import type { HttpEvent } from "./message.ts";

/** Of stacks with a web ACL, which only the CDN has in front of it. */
const environment = z.object({ REQUIRED_ORIGIN_SECRET: z.string().min(1).optional() });

/** Refuses what did not come through the CDN, where the stack requires that. */
export function behindCdn(respond: Respond): Respond {
  const { REQUIRED_ORIGIN_SECRET: secret } = environment.parse(process.env);
  if (secret === undefined) return respond;
  return async (event, ...rest) => {
    if (!hasOriginSecret(event, secret)) {
      throw new ApiError(403, "Only requests through the CDN are accepted");
    }
    return await respond(event, ...rest);
  };
}

/** Whether the request has the header in which the CDN proves itself. */
export function hasOriginSecret({ headers }: Pick<HttpEvent, "headers">, secret: string): boolean {
  const proof = headers["x-origin-secret"];
  return proof !== undefined && isSame(proof, secret);
}

// Hashes have one length, and say nothing about where two texts differ.
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
