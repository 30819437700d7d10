import { ApiError } from "../../core/api-error.ts";
import type { LimitResult } from "../../core/rate-limits.ts";
import { logger } from "../telemetry/logger.ts";

/** Throws 429 with Retry-After when the limit is reached. */
export async function enforce(use: Promise<LimitResult>): Promise<void> {
  const limit = await limitOrNone(use);
  if (limit?.result === "limited") throw tooManyRequests(limit.resetSeconds);
}

/**
 * Fails open: returns undefined when the limiter itself fails. It only bounds cost; requests are
 * authorized elsewhere.
 */
export async function limitOrNone(use: Promise<LimitResult>): Promise<LimitResult | undefined> {
  return await use.catch((error: unknown) => {
    logger.warn("a rate limit could not be checked; the request goes on", { error });
    return undefined;
  });
}

export function tooManyRequests(resetSeconds: number): ApiError {
  return new ApiError(429, `Too many requests in this minute; retry in ${resetSeconds} s`, {
    code: "RATE_LIMITED",
    headers: { "retry-after": String(resetSeconds) },
  });
}
