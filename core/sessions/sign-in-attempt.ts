import * as z from "zod";

/** A person has this many seconds at the identity provider. */
export const signInSeconds = 600;

/**
 * A sign-in that has begun in this browser. It is kept in a cookie of its own and nowhere else, so
 * that nobody can fill a table by beginning sign-ins, and no tab spoils that of another.
 */
export const SignInAttempt = z.object({
  /** What the provider must return, so that the response belongs to this browser. */
  state: z.string().min(20).max(200),
  /** What the ID token must hold. */
  nonce: z.string().min(20).max(200),
  /** PKCE's secret, with which alone the code can be redeemed. */
  codeVerifier: z.string().min(43).max(128),
  /** Where to go afterwards: a path of the console. */
  returnTo: z.string().max(1_000),
  /** Milliseconds since the epoch. */
  startedMs: z.int(),
});
export type SignInAttempt = z.infer<typeof SignInAttempt>;

export function attemptText(attempt: SignInAttempt): string {
  return Buffer.from(JSON.stringify(attempt)).toString("base64url");
}

/** The attempt that a cookie holds; undefined for any other text and after ten minutes. */
export function parseAttempt(text: string | undefined, nowMs: number): SignInAttempt | undefined {
  const attempt = SignInAttempt.safeParse(parsedJson(text)).data;
  if (attempt === undefined || nowMs < attempt.startedMs) return undefined;
  return nowMs - attempt.startedMs < signInSeconds * 1_000 ? attempt : undefined;
}

/** Each sign-in's cookie is named for its state, which the provider's response repeats. */
export const attemptCookiePrefix = "__Host-sign-in-";

export function attemptCookieName(state: string): string {
  return `${attemptCookiePrefix}${state.slice(0, 16)}`;
}

const mostAttempts = 5;
// All cookies travel with every request, of which the HTTP API reads 10,240 bytes with its other
// headers and its URL. Gates' cookies may fill most of them.
const mostCookieBytes = 5_000;

/**
 * Which of a browser's cookies make room for a new sign-in's: the oldest of its sign-ins, and those
 * that are over.
 */
export function attemptsToDrop(
  cookies: ReadonlyMap<string, string>,
  { added, nowMs }: { added: string; nowMs: number },
): string[] {
  const isAttempt = ([name]: [string, string]) => name.startsWith(attemptCookiePrefix);
  const others = [...cookies].filter((cookie) => !isAttempt(cookie));
  let bytes = added.length + others.flat().join("").length;
  return [...cookies]
    .filter(isAttempt)
    .map(([name, value]) => ({
      name,
      bytes: name.length + value.length,
      startedMs: parseAttempt(value, nowMs)?.startedMs ?? Number.NEGATIVE_INFINITY,
    }))
    .toSorted((one, other) => other.startedMs - one.startedMs)
    .filter((attempt, index) => {
      bytes += attempt.bytes;
      const fits = index + 1 < mostAttempts && bytes <= mostCookieBytes;
      return !fits || !Number.isFinite(attempt.startedMs);
    })
    .map(({ name }) => name);
}

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(text ?? "", "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
