import ipaddr from "ipaddr.js";
import { dayMs, minuteMs } from "./time-zone.ts";

/** What is counted per minute, and for whom: a gate, a person, an address. */
export interface RateLimit {
  what:
    | "taps"
    | "refused_taps"
    | "sign_in"
    | "unknown_link"
    | "endpoint_check"
    | "recovered"
    | "reads";
  /** The most uses in one minute of the clock. */
  perMinute: number;
}

/** What is counted per day of UTC: mails that people have sent to others, or to themselves. */
export interface DailyLimit {
  what: "address_mails" | "organization_mails" | "service_mails" | "mail_resumptions";
  perDay: number;
}

/** Taps of one gate or session: more than thumbs can do, and enough for 5,000 waiting taps. */
export const tapLimit: RateLimit = { what: "taps", perMinute: 6_000 };

/**
 * Requests with taps from one address whose cookie is refused; those with a good one do not count. A
 * phone whose cookie has ended asks twice a minute, and a whole venue can share an address.
 */
export const refusedTapsLimit: RateLimit = { what: "refused_taps", perMinute: 600 };

/** Sign-ins from one address, which take two uses each; a whole organization can share one. */
export const signInLimit: RateLimit = { what: "sign_in", perMinute: 120 };

/** Test deliveries to one organization's endpoints: each can hold a function for 10 s. */
export const endpointCheckLimit: RateLimit = { what: "endpoint_check", perMinute: 10 };

/**
 * Deliveries to one endpoint that recoveries in the console may resend in a minute. One run needs at
 * most 640; the rest lets a second run begin without doubling the rate.
 */
export const recoveredLimit: RateLimit = { what: "recovered", perMinute: 720 };

/**
 * Read units of one person in the console, counted a thousand at a time; decision 101. A window that
 * shows a large organization's live numbers takes 3,000 to 9,000.
 */
export const personReadLimit: RateLimit = { what: "reads", perMinute: 60_000 };

/** Links from one address that open nothing: gate links and invitations. */
export const unknownLinkLimit: RateLimit = { what: "unknown_link", perMinute: 60 };

export type LimitResult = {
  result: "allowed" | "limited";
  /** Uses left in this minute or day. */
  remaining: number;
  /** Whole seconds until it ends, at least 1. */
  resetSeconds: number;
};

export interface RateLimits {
  /**
   * Counts `uses` together, or none of them where they would exceed the limit. Throws when it
   * cannot be known; the caller decides what follows.
   */
  use(limit: RateLimit | DailyLimit, caller: string, uses?: number): Promise<LimitResult>;
}

/** The most uses in a window of time, and how long it is. */
export function windowOf(limit: RateLimit | DailyLimit): { most: number; ms: number } {
  if ("perDay" in limit) return { most: limit.perDay, ms: dayMs };
  return { most: limit.perMinute, ms: minuteMs };
}

/** Instances' clocks differ; nobody asks for a minute that ended this long ago. */
const keptSeconds = 600;

/** The item that counts a minute or a day of a person's uses, and when it may go, in seconds. */
export function limitItem(
  limit: RateLimit | DailyLimit,
  caller: string,
  nowMs: number,
): { limitKey: string; expiresAt: number } {
  const { ms } = windowOf(limit);
  const window = Math.floor(nowMs / ms);
  return {
    limitKey: `${limit.what}:${caller}:${window}`,
    expiresAt: ((window + 1) * ms) / 1_000 + keptSeconds,
  };
}

/** What is left after `used` uses were counted. */
export function limitResult(
  result: LimitResult["result"],
  limit: RateLimit | DailyLimit,
  { used, nowMs }: { used: number; nowMs: number },
): LimitResult {
  const { most, ms } = windowOf(limit);
  return {
    result,
    remaining: Math.max(0, most - used),
    resetSeconds: Math.ceil((ms - (nowMs % ms)) / 1_000),
  };
}

/**
 * By which an IP address is counted. Of an IPv6 address only the network (/64): a single subscriber
 * has 2^64 addresses in it. Text that is no address is counted as one.
 */
export function addressName(text: string): string {
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
