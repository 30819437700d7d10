import * as openid from "openid-client";
import * as z from "zod";
import type { FailedSignIn, SignInFailure } from "../../core/sessions/identity-provider.ts";

/** The UserInfo endpoint failed, after a valid ID token. */
export class UserInfoError extends Error {}

/** The metadata name an issuer that stands for many. */
export class SharedIssuerError extends Error {
  readonly expected: string;
  readonly received: string;

  constructor(expected: string, received: string) {
    super(`${expected} names itself ${received}`);
    this.expected = expected;
    this.received = received;
  }
}

/**
 * What an error means for a sign-in; undefined for one that is none of the provider's. Errors of the
 * library hold whole responses, and with them tokens and claims: only what is named here leaves it.
 */
export function failureOf(error: unknown): FailedSignIn | undefined {
  if (error instanceof UserInfoError) {
    const { cause = "token", detail = {} } = failureOf(error.cause) ?? {};
    return failed("userinfo", { ...detail, code: shown(detail.code ?? cause) });
  }
  if (error instanceof SharedIssuerError) {
    return failed("issuer", { expected: shown(error.expected), received: shown(error.received) });
  }
  if (error instanceof openid.AuthorizationResponseError) {
    const cause = wantsPerson.test(error.error) ? "interaction_required" : "provider_refused";
    const code = codeText(error.error);
    return failed(error.error === "access_denied" ? "cancelled" : cause, { code });
  }
  if (error instanceof openid.ResponseBodyError) {
    const cause = error.error === "invalid_grant" ? "code_refused" : "client_refused";
    return failed(cause, { code: codeText(error.error) });
  }
  // With a wrong secret in the header, providers may challenge instead of saying `invalid_client`.
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return failed("client_refused", { code: `HTTP_${error.status}` });
  }
  if (error instanceof openid.ClientError) return clientFailure(error);
  if (error instanceof TypeError && error.message === "fetch failed") {
    const { code } = z.looseObject({ code: z.string() }).safeParse(error.cause).data ?? {};
    return failed("unavailable", { code: code ?? "FETCH_FAILED" });
  }
  if (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_URL") {
    return failed("metadata", { code: error.code });
  }
  return undefined;
}

const wantsPerson = /^(interaction|login|consent|account_selection)_required$/;

/** What the library's errors say, of which each has a few. */
const Details = z.looseObject({
  expected: z.unknown().optional(),
  claim: z.unknown().optional(),
  claims: z.looseObject({}).optional().catch(undefined),
  header: z.looseObject({}).optional().catch(undefined),
  body: z.looseObject({}).optional().catch(undefined),
  now: z.number().optional().catch(undefined),
  attribute: z.unknown().optional(),
});
type Details = z.infer<typeof Details>;

function clientFailure(error: openid.ClientError): FailedSignIn {
  const { code = "OAUTH_UNKNOWN" } = error;
  const details = detailsOf(error);
  const { claims = {}, header = {}, expected } = details;
  switch (code) {
    case "OAUTH_TIMEOUT":
    case "OAUTH_ABORT":
    case "OAUTH_PARSE_ERROR":
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
    case "OAUTH_RESPONSE_IS_NOT_JSON":
      // The library's cause is then the response.
      return failed("unavailable", {
        code,
        ...(error.cause instanceof Response && { status: error.cause.status }),
      });
    case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED":
      // Of anything else, the values are the person's.
      if (details.attribute !== "issuer") return failed("token", { code });
      return failed("issuer", { expected: shown(expected), received: shown(details.body?.issuer) });
    case "OAUTH_JWT_CLAIM_COMPARISON_FAILED":
      return claimFailure(code, details);
    case "OAUTH_JWT_TIMESTAMP_CHECK_FAILED": {
      const issued = Number(claims.iat ?? claims[String(details.claim)]);
      const providersClockAheadSeconds = issued - (details.now ?? issued);
      return failed("clock", { code, claim: shown(details.claim), providersClockAheadSeconds });
    }
    case "OAUTH_KEY_SELECTION_FAILED":
      return failed("keys", { code, alg: shown(header.alg), kid: shown(header.kid) });
    case "OAUTH_MISSING_SERVER_METADATA":
    case "OAUTH_INVALID_SERVER_METADATA":
    case "OAUTH_HTTP_REQUEST_FORBIDDEN":
    case "OAUTH_REQUEST_PROTOCOL_FORBIDDEN":
      return failed("metadata", { code, attribute: shown(details.attribute) });
    default:
      if (header.alg !== undefined || "alg" in details) {
        return failed("algorithm", { code, received: shown(header.alg ?? details.alg) });
      }
      if ("parameters" in details) return failed("not_this_sign_in", { code });
      return failed("signature" in details ? "keys" : "token", { code });
  }
}

function claimFailure(code: string, { claim, claims = {}, expected }: Details): FailedSignIn {
  if (claim === "iss") {
    return failed("issuer", { code, expected: shown(expected), received: shown(claims.iss) });
  }
  if (claim === "aud" || claim === "azp") {
    const received = [claims.aud].flat().slice(0, 5).map(shown);
    return failed("audience", { code, claim, received, azp: shown(claims.azp) });
  }
  return failed(claim === "nonce" ? "not_this_sign_in" : "token", { code, claim: shown(claim) });
}

/** The library puts the details into the innermost cause. */
function detailsOf(error: Error): Details {
  let { cause } = error;
  while (cause instanceof Error) ({ cause } = cause);
  return Details.safeParse(cause).data ?? {};
}

function failed(cause: SignInFailure, detail: FailedSignIn["detail"]): FailedSignIn {
  return { result: "failed", cause, detail };
}

/** A value of the provider's as logs may show it: one line, and bounded. */
function shown(value: unknown): string {
  return String(value).replace(/\p{C}/gu, "?").slice(0, 200);
}

/** A code of the provider as logs may show it; it came over the browser. */
function codeText(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? code : "unreadable";
}
