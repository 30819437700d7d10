import * as openid from "openid-client";
import * as z from "zod";
import { identityOf, saysNoEmail } from "../../core/sessions/identity.ts";
import type {
  FailedSignIn,
  IdentityProvider,
  SignInFailure,
  SignInOutcome,
} from "../../core/sessions/identity-provider.ts";
import type { SignInAttempt } from "../../core/sessions/sign-in-attempt.ts";
import { failureOf, UserInfoError } from "./openid-errors.ts";
import { type OpenidOptions, openidMetadata } from "./openid-metadata.ts";

/** What other metadata could repair. Nobody can cause it without an account at the provider. */
const mayBeOutdated = new Set<SignInFailure>([
  ...(["issuer", "algorithm", "keys", "metadata", "unavailable", "userinfo"] as const),
]);

/**
 * The identity provider of the configuration. A failed discovery, and one with a client secret that
 * the provider refuses, is repeated at the next call.
 */
export function openidProvider(options: OpenidOptions & { consoleUrl: string }): IdentityProvider {
  const { issuer, consoleUrl, clientId } = options;
  const metadata = openidMetadata(options);
  const isCognito = new URL(issuer).hostname.startsWith("cognito-idp.");

  async function redeem(callback: URL, attempt: SignInAttempt): Promise<SignInOutcome> {
    try {
      const config = await metadata.configuration();
      const tokens = await openid.authorizationCodeGrant(config, responseOnly(callback), {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("a checked response has no ID token");
      const { userinfo_endpoint, end_session_endpoint } = config.serverMetadata();
      const userInfo =
        saysNoEmail(claims) && userinfo_endpoint !== undefined
          ? await userInfoOf(config, tokens.access_token, claims.sub)
          : undefined;
      const identity = identityOf(claims.iss, claims, userInfo);
      // Without a page that wants it, the token stays nowhere.
      const wantsHint = end_session_endpoint !== undefined && !isCognito;
      const signOutHint = wantsHint ? hintOf(tokens.id_token ?? "", identity.email) : undefined;
      return { result: "identified", identity, signOutHint };
    } catch (error) {
      return failedOrThrow(error);
    }
  }

  return {
    async begin() {
      const state = openid.randomState();
      const nonce = openid.randomNonce();
      const codeVerifier = openid.randomPKCECodeVerifier();
      try {
        const url = openid.buildAuthorizationUrl(await metadata.configuration(), {
          redirect_uri: `${consoleUrl}/sign-in/callback`,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        });
        return { result: "begun", url: url.href, state, nonce, codeVerifier };
      } catch (error) {
        return failedOrThrow(error);
      }
    },

    async finish(callback, attempt) {
      const outcome = await redeem(callback, attempt);
      if (outcome.result === "identified") return outcome;
      // The secret may have been replaced since this instance read it.
      if (outcome.cause === "client_refused") metadata.forget();
      const again = mayBeOutdated.has(outcome.cause) && (await metadata.refresh());
      if (!again) return outcome;
      const second = await redeem(callback, attempt);
      // The first try may have used the code; then its failure is the one to know.
      return second.result === "failed" && second.cause === "code_refused" ? outcome : second;
    },

    async signOut(signOutHint) {
      const { host } = new URL(issuer);
      try {
        const config = await metadata.configuration();
        const { end_session_endpoint } = config.serverMetadata();
        if (end_session_endpoint === undefined) return { result: "none", host };
        // Cognito has a name of its own for the standard's parameter, and insists on it.
        const back = isCognito ? "logout_uri" : "post_logout_redirect_uri";
        const parameters = { client_id: clientId, [back]: `${consoleUrl}/` };
        const hints = isCognito ? {} : hintParameters(signOutHint);
        const { href: url } = openid.buildEndSessionUrl(config, { ...parameters, ...hints });
        const isKnown = isCognito || "id_token_hint" in hints;
        return isKnown ? { result: "known", url } : { result: "unsure", url, host };
      } catch (error) {
        return { result: "none", host, failure: failedOrThrow(error) };
      }
    },
  };
}

/** What the code flow's response has: RFC 6749 §4.1.2, RFC 9207, and OpenID Connect's session state. */
const responseParameters = [
  ...["code", "state", "iss", "error", "error_description", "error_uri"],
  "session_state",
];

/** Without what anybody could add: the library throws at an `id_token` or a `token` that it finds. */
function responseOnly(callback: URL): URL {
  const response = new URL(callback);
  for (const name of callback.searchParams.keys()) {
    if (!responseParameters.includes(name)) response.searchParams.delete(name);
  }
  return response;
}

async function userInfoOf(config: openid.Configuration, accessToken: string, subject: string) {
  try {
    return await openid.fetchUserInfo(config, accessToken, subject);
  } catch (cause) {
    throw new UserInfoError("the UserInfo endpoint failed", { cause });
  }
}

/** The longest ID token that is kept: a browser keeps 4,096 bytes of a cookie, names and all. */
const longestIdToken = 3_000;
const longestHint = 1_000;

/** Which account and session a sign-out is about: Entra's hint, the session's id, or the address. */
const HintClaims = z.object({
  login_hint: z.string().optional().catch(undefined),
  sid: z.string().optional().catch(undefined),
});

/** The ID token, or, where that is too long for a cookie, the hint that stands for it. */
function hintOf(idToken: string, email: string | null): string | undefined {
  if (idToken.length <= longestIdToken) return idToken;
  const { login_hint, sid } = claimsOf(idToken);
  const hint = login_hint ?? sid ?? email;
  return hint === null || hint.length > longestHint
    ? undefined
    : `hint.${Buffer.from(hint).toString("base64url")}`;
}

/** The hint came back from the browser, where anybody who holds it may change it: it is only a hint. */
function hintParameters(signOutHint = ""): Record<string, string> {
  const [head, hint = "", ...rest] = signOutHint.split(".");
  if (head === "hint") return { logout_hint: Buffer.from(hint, "base64url").toString() };
  if (rest.length !== 1) return {};
  // Entra asks which account it is without its own hint, whatever token comes with it.
  const { login_hint } = claimsOf(signOutHint);
  return { id_token_hint: signOutHint, ...(login_hint && { logout_hint: login_hint }) };
}

function claimsOf(idToken: string): z.infer<typeof HintClaims> {
  try {
    const payload = Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString();
    return HintClaims.parse(JSON.parse(payload));
  } catch {
    return {};
  }
}

function failedOrThrow(error: unknown): FailedSignIn {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return failure;
}
