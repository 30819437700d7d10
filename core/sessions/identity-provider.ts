import type { Identity } from "./identity.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";

/** What a sign-in at the identity provider came to. */
export type SignInOutcome =
  | { result: "identified"; identity: Identity }
  | { result: "refused"; reason: SignInRefusal; code: string }
  | { result: "unavailable"; code: string };

/**
 * Why nobody was identified: the person cancelled, the provider refused, its code was used before
 * or is too old, or its response does not belong to this sign-in.
 */
export type SignInRefusal = "cancelled" | "provider_refused" | "code_refused" | "not_this_sign_in";

/** An OpenID Connect provider. Its tokens stay behind this port. */
export interface IdentityProvider {
  /** The URL at which a new sign-in begins, and what it must be finished with. */
  begin(): Promise<
    | ({ result: "begun"; url: string } & Pick<SignInAttempt, "state" | "nonce" | "codeVerifier">)
    | Extract<SignInOutcome, { result: "unavailable" }>
  >;
  /** Redeems the code in the URL to which the provider has led the browser back. */
  finish(callback: URL, attempt: SignInAttempt): Promise<SignInOutcome>;
  /** Where the browser ends its session at the provider; undefined where there is no such page. */
  signOutUrl(): Promise<string | undefined>;
}
