import * as z from "zod";

/** A person has this many seconds at the identity provider. */
export const signInSeconds = 600;

/**
 * A sign-in that has begun in this browser. It is kept in a cookie and nowhere else, so that nobody
 * can fill a table by beginning sign-ins.
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

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(text ?? "", "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
