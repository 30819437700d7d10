import * as openid from "openid-client";
import { identityOf, saysNoEmail } from "../../core/sessions/identity.ts";
import type { IdentityProvider, SignInOutcome } from "../../core/sessions/identity-provider.ts";

interface OpenidOptions {
  issuer: string;
  clientId: string;
  /** Called once per discovery. Undefined for a public client, whom PKCE alone protects. */
  readClientSecret: (() => Promise<string>) | undefined;
  consoleUrl: string;
}

/** A provider has this long to respond, in seconds; a sign-in asks it up to four times. */
const timeoutSeconds = 3;

/**
 * The identity provider of the configuration. Its metadata are discovered once per instance. A
 * failed discovery, and one with a client secret that the provider refuses, is repeated at the next
 * call.
 */
export function openidProvider(options: OpenidOptions): IdentityProvider {
  const { issuer, consoleUrl, clientId } = options;
  let discovered: Promise<openid.Configuration> | undefined;

  function configuration(): Promise<openid.Configuration> {
    discovered ??= discover(options).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  return {
    async begin() {
      const state = openid.randomState();
      const nonce = openid.randomNonce();
      const codeVerifier = openid.randomPKCECodeVerifier();
      try {
        const url = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: `${consoleUrl}/sign-in/callback`,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        });
        return { result: "begun", url: url.href, state, nonce, codeVerifier };
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome?.result === "unavailable") return outcome;
        throw error;
      }
    },

    async finish(callback, { state, nonce, codeVerifier }) {
      try {
        const config = await configuration();
        const tokens = await openid.authorizationCodeGrant(config, responseOnly(callback), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("a checked response has no ID token");
        const userInfo =
          saysNoEmail(claims) && config.serverMetadata().userinfo_endpoint !== undefined
            ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
            : undefined;
        const identity = identityOf(claims.iss, claims, userInfo);
        return { result: "identified", identity };
      } catch (error) {
        // The secret may have been replaced since this instance read it.
        if (isInvalidClient(error)) discovered = undefined;
        const outcome = outcomeOf(error);
        if (outcome === undefined) throw withoutResponse(error);
        return outcome;
      }
    },

    async signOutUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const parameters = { client_id: clientId, [returnParameter(issuer)]: `${consoleUrl}/` };
      return openid.buildEndSessionUrl(config, parameters).href;
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

/** Cognito has a name of its own for the standard's parameter, and insists on it. */
export function returnParameter(issuer: string): "logout_uri" | "post_logout_redirect_uri" {
  const isCognito = new URL(issuer).hostname.startsWith("cognito-idp.");
  return isCognito ? "logout_uri" : "post_logout_redirect_uri";
}

async function discover(options: OpenidOptions): Promise<openid.Configuration> {
  const { issuer, clientId, readClientSecret } = options;
  const server = new URL(issuer);
  const authentication = clientAuthentication(await readClientSecret?.());
  const config = await openid.discovery(server, clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    // Tokens come from the provider itself over TLS; their signature is checked all the same.
    execute: [...insecureAllowed(server), openid.enableNonRepudiationChecks],
  });
  config.timeout = timeoutSeconds;
  return config;
}

/** Plain HTTP never leaves this machine: its provider may do without TLS. */
function insecureAllowed({ protocol, hostname }: URL) {
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "http:" && loopback ? [openid.allowInsecureRequests] : [];
}

/** In the body where the provider takes it there: few decode the header as its standard says. */
function clientAuthentication(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  return (provider, ...request) => {
    const inBody = provider.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const send = inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    return send(provider, ...request);
  };
}

function isInvalidClient(error: unknown): boolean {
  return error instanceof openid.ResponseBodyError && error.error === "invalid_client";
}

/** What an error means for a sign-in; undefined for one that operators must see. */
function outcomeOf(error: unknown): Exclude<SignInOutcome, { result: "identified" }> | undefined {
  if (error instanceof openid.AuthorizationResponseError) {
    const reason = error.error === "access_denied" ? "cancelled" : "provider_refused";
    return { result: "refused", reason, code: codeText(error.error) };
  }
  if (error instanceof openid.ResponseBodyError) {
    if (error.error !== "invalid_grant") return undefined;
    return { result: "refused", reason: "code_refused", code: "invalid_grant" };
  }
  if (error instanceof openid.ClientError && error.code !== undefined) {
    if (noResponse.has(error.code)) return { result: "unavailable", code: error.code };
    if (wrongResponse.has(error.code)) {
      return { result: "refused", reason: "not_this_sign_in", code: error.code };
    }
  }
  if (error instanceof TypeError && error.message === "fetch failed") {
    return { result: "unavailable", code: "FETCH_FAILED" };
  }
  return undefined;
}

const noResponse = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

const wrongResponse = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
]);

/** Errors of the library hold the provider's response, and with it tokens: logs must not. */
function withoutResponse(error: unknown): unknown {
  if (!isOpenidError(error)) return error;
  if (error instanceof openid.ResponseBodyError) {
    return new Error(`the identity provider refused the code: ${codeText(error.error)}`);
  }
  const code = error instanceof openid.ClientError ? (error.code ?? "") : "";
  return new Error(`the identity provider's response is wrong: ${error.name} ${code}`.trimEnd());
}

function isOpenidError(error: unknown): error is Error {
  return (
    error instanceof openid.ClientError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.WWWAuthenticateChallengeError
  );
}

/** A code of the provider as logs may show it; it came over the browser. */
function codeText(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : "unreadable";
}
