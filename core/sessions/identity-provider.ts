import type { Identity } from "./identity.ts";
import type { SignInAttempt } from "./sign-in-attempt.ts";

/** Why nobody was identified. Logs have it as `cause`, and people have a sentence for each. */
export type SignInFailure =
  | "cancelled"
  /** The provider wants something of the person first, such as a consent. */
  | "interaction_required"
  | "provider_refused"
  /** The code was used before, or is too old. */
  | "code_refused"
  | "not_this_sign_in"
  // The provider's or this service's settings:
  | "client_refused"
  | "metadata"
  | "issuer"
  | "audience"
  | "algorithm"
  | "clock"
  | "keys"
  | "token"
  | "userinfo"
  | "unavailable";

/** A failure with what operators need to know of it: no token, no claim of a person. */
export interface FailedSignIn {
  result: "failed";
  cause: SignInFailure;
  detail: Record<string, string | number | string[]>;
}

/** What a sign-in at the identity provider came to. */
export type SignInOutcome =
  | {
      result: "identified";
      identity: Identity;
      /** For signing out at the provider, where it asks for something. */
      signOutHint: string | undefined;
    }
  | FailedSignIn;

/** How a browser ends its session at the provider. */
export type ProviderSignOut =
  /** The provider knows who asks, and leads back. */
  | { result: "known"; url: string }
  /** Without the ID token the provider may ask, or refuse. */
  | { result: "unsure"; url: string; host: string }
  /** The provider has no page for it, or does not respond. */
  | { result: "none"; host: string; failure?: FailedSignIn };

/** An OpenID Connect provider. Its tokens stay behind this port, but for the hint. */
export interface IdentityProvider {
  /** The URL at which a new sign-in begins, and what it must be finished with. */
  begin(): Promise<
    | ({ result: "begun"; url: string } & Pick<SignInAttempt, "state" | "nonce" | "codeVerifier">)
    | FailedSignIn
  >;
  /** Redeems the code in the URL to which the provider has led the browser back. */
  finish(callback: URL, attempt: SignInAttempt): Promise<SignInOutcome>;
  /** Where the browser ends its session at the provider. */
  signOut(signOutHint: string | undefined): Promise<ProviderSignOut>;
}
