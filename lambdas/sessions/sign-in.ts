import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isUnavailable } from "../../adapters/aws/unavailable-calls.ts";
import { ApiError } from "../../core/api-error.ts";
import { longestSessionSeconds } from "../../core/limits.ts";
import type {
  IdentityProvider,
  SignInOutcome,
  SignInRefusal,
} from "../../core/sessions/identity-provider.ts";
import { returnUrl } from "../../core/sessions/return-path.ts";
import { type SignInPorts, signIn } from "../../core/sessions/sign-in.ts";
import { attemptText, parseAttempt, signInSeconds } from "../../core/sessions/sign-in-attempt.ts";
import { type SignInPage, signInHtml } from "../../web/sign-in/sign-in-html.ts";
import type { Respond } from "../http/http-handler.ts";
import type { HttpEvent, HttpResponse } from "../http/message.ts";
import type { RequestScope } from "../http/request-scope.ts";
import { cookieOf, removeCookie, setCookie } from "../private-api/cookies.ts";
import { sessionCookie } from "../private-api/member-access.ts";
import { logger } from "../telemetry/logger.ts";

// Built into the function's folder, see `assets` in the list of functions.
const style = readFileSync(new URL("sign-in.css", import.meta.url), "utf8").trim();

const attemptCookie = "__Host-sign-in";

export interface SignInRoutes {
  consoleUrl: string;
  provider: IdentityProvider;
  ports: SignInPorts;
  clock: { now(): number };
  /** Counts a sign-in of the viewer's address; throws 429. */
  limit(event: HttpEvent): Promise<void>;
}

/** GET /sign-in: leads the browser to the identity provider. */
export function beginSignIn({ consoleUrl, provider, clock, limit }: SignInRoutes): Respond {
  return asPages(async (event, scope) => {
    if (!isOpenedPage(event)) return signInPage({ ...pages.embedded, tryAgain: "/sign-in" }, scope);
    await limit(event);
    const returnTo = returnUrl(consoleUrl, event.queryStringParameters?.returnTo);
    const begun = await provider.begin();
    if (begun.result === "unavailable") {
      logger.error("the identity provider does not respond", { code: begun.code });
      return signInPage({ ...pages.unavailable, tryAgain: signInPath(returnTo) }, scope);
    }
    const { state, nonce, codeVerifier } = begun;
    const path = returnTo.slice(new URL(consoleUrl).origin.length);
    const attempt = { state, nonce, codeVerifier, returnTo: path, startedMs: clock.now() };
    return {
      statusCode: 302,
      headers: { location: begun.url },
      cookies: [setCookie(attemptCookie, attemptText(attempt), signInSeconds)],
    };
  });
}

/**
 * False when a page embeds this one, as an image for example: any page of any site could do that,
 * and use up the sign-ins of its visitors' address. Browsers that do not say it are believed.
 */
function isOpenedPage({ headers }: HttpEvent): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document";
}

/** GET /sign-in/callback: where the identity provider leads the browser back to. */
export function finishSignIn(routes: SignInRoutes): Respond {
  const { consoleUrl, provider, ports, clock, limit } = routes;
  return asPages(async (event, scope) => {
    const nowMs = clock.now();
    const attempt = parseAttempt(cookieOf(event, attemptCookie), nowMs);
    if (attempt === undefined) return signInPage({ ...pages.expired, tryAgain: "/sign-in" }, scope);
    // Not counted before: otherwise pages of others could use up a whole venue's sign-ins.
    await limit(event);
    const callback = new URL(`${consoleUrl}/sign-in/callback?${event.rawQueryString}`);
    const outcome = await provider.finish(callback, attempt);
    const returnTo = returnUrl(consoleUrl, attempt.returnTo);
    if (outcome.result !== "identified") {
      const page = signInPage({ ...refusal(outcome), tryAgain: signInPath(returnTo) }, scope);
      return { ...page, cookies: [removeCookie(attemptCookie)] };
    }
    const previous = cookieOf(event, sessionCookie);
    const { value } = await signIn(ports, { identity: outcome.identity, nowMs, previous });
    return {
      statusCode: 303,
      headers: { location: returnTo },
      cookies: [
        removeCookie(attemptCookie),
        setCookie(sessionCookie, value, longestSessionSeconds),
      ],
    };
  });
}

/** What a person sees is a page, whatever happens: the path of these routes is in the address bar. */
function asPages(respond: Respond): Respond {
  return async (event, scope, context) => {
    try {
      return await respond(event, scope, context);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        const page = {
          status: error.status,
          title: "Please wait a moment",
          message: error.message,
        };
        return withHeaders(
          signInPage({ ...page, tryAgain: "/sign-in" }, scope),
          error.details.headers,
        );
      }
      const { requestId } = event.requestContext;
      logger.error("sign-in failed", { requestId, error });
      if (isUnavailable(error)) {
        const page = signInPage({ ...pages.unavailable, tryAgain: "/sign-in" }, scope);
        return withHeaders(page, { "retry-after": "1" });
      }
      const message = `Something went wrong here. If it happens again, quote request ${requestId}.`;
      const page = { status: 500, title: "This did not work", message };
      return signInPage({ ...page, tryAgain: "/sign-in" }, scope);
    }
  };
}

function withHeaders(response: HttpResponse, headers: Record<string, string> = {}): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

function signInPath(returnTo: string): string {
  const { pathname, search } = new URL(returnTo);
  return `/sign-in?${new URLSearchParams({ returnTo: `${pathname}${search}` })}`;
}

function refusal(outcome: Exclude<SignInOutcome, { result: "identified" }>) {
  if (outcome.result === "unavailable") {
    logger.error("the identity provider does not respond", { code: outcome.code });
    return pages.unavailable;
  }
  logger.warn("a sign-in was refused", { reason: outcome.reason, code: outcome.code });
  return pages[outcome.reason];
}

type Page = { status: number; title: string; message: string };

const pages: Record<SignInRefusal | "embedded" | "expired" | "unavailable", Page> = {
  cancelled: {
    status: 400,
    title: "You are not signed in",
    message: "You cancelled, or the identity provider did not let you in.",
  },
  provider_refused: {
    status: 400,
    title: "You are not signed in",
    message: "The identity provider refused the sign-in.",
  },
  code_refused: {
    status: 400,
    title: "This sign-in is over",
    message: "This sign-in was already finished once, or took too long. Sign in again.",
  },
  not_this_sign_in: {
    status: 400,
    title: "This sign-in is not yours",
    message:
      "The response does not belong to the sign-in that began in this browser. Nobody was signed in.",
  },
  embedded: {
    status: 403,
    title: "You are not signed in",
    message: "Signing in works only in a window of its own, and not inside another page.",
  },
  expired: {
    status: 400,
    title: "This sign-in is over",
    message: "It took more than ten minutes, or it began in another browser.",
  },
  unavailable: {
    status: 503,
    title: "Sign-in does not work right now",
    message: "The sign-in service does not respond. If you are signed in already, you can go on.",
  },
};

/** Responds with a page that says why a sign-in did not work. */
function signInPage(
  { status, ...page }: SignInPage & { status: number },
  { responseHeaders }: Pick<RequestScope, "responseHeaders">,
): HttpResponse {
  responseHeaders["content-security-policy"] = contentSecurityPolicy;
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { statusCode: status, headers, body: signInHtml(page, style) };
}

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
