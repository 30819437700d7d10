import { ApiError } from "../../core/api-error.ts";
import type { Credential } from "../../core/counting/credential-taps.ts";
import { type RateLimits, refusedTapsLimit, tapLimit } from "../../core/rate-limits.ts";
import type { HttpEvent } from "../http/message.ts";
import { enforce } from "../private-api/rate-limit.ts";
import type { ViewerAddress } from "../private-api/viewer-address.ts";
import type { CounterClaim } from "./counter-claim.ts";

export interface TapLimitPorts {
  rateLimits: RateLimits;
  viewerAddress: ViewerAddress;
  /** Hashes of cookies that were good once. */
  knownCookies: Pick<Set<string>, "has" | "add">;
}

/**
 * Authorizes a request and counts its taps under the hash of its cookie; throws 401, 403, 404 and 429.
 * Anybody can make up any number of cookies, so nothing is written under one that was never good:
 * refused requests are counted by address. With a cookie that is known, both happen at once.
 */
export async function authorizeTaps(
  ports: TapLimitPorts,
  { caller, authorize }: Pick<CounterClaim, "caller" | "authorize">,
  { event, taps }: { event: HttpEvent; taps: number },
): Promise<Credential> {
  if (caller === undefined) return await authorize();
  const count = () => enforce(ports.rateLimits.use(tapLimit, caller, taps));
  const counted = ports.knownCookies.has(caller) ? count() : undefined;
  // Of two refusals the authorization's is returned, and only when both are known: Lambda freezes what
  // is under way once the response is sent.
  const settled = counted?.catch(() => {});
  const credential = await authorize()
    .catch((error: unknown) => refuse(ports, event, error))
    .finally(() => settled);
  ports.knownCookies.add(caller);
  await (counted ?? count());
  return credential;
}

async function refuse(
  { rateLimits, viewerAddress }: TapLimitPorts,
  event: HttpEvent,
  error: unknown,
): Promise<never> {
  if (error instanceof ApiError) {
    await enforce(rateLimits.use(refusedTapsLimit, await viewerAddress(event)));
  }
  throw error;
}

/** Forgets the oldest of more than `most`. */
export class RecentSet extends Set<string> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override add(value: string): this {
    super.add(value);
    for (const oldest of this) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }
}
