import { isUnavailable } from "../../adapters/aws/unavailable-calls.ts";
import { ApiError } from "../../core/api-error.ts";
import { longestSessionSeconds } from "../../core/limits.ts";
import type { IdentityProvider } from "../../core/sessions/identity-provider.ts";
import { returnUrl } from "../../core/sessions/return-path.ts";
import { type SignInPorts, signIn } from "../../core/sessions/sign-in.ts";
import {
  attemptCookieName,
  attemptsToDrop,
  attemptText,
  parseAttempt,
  signInSeconds,
} from "../../core/sessions/sign-in-attempt.ts";
import type { Respond } from "../http/http-handler.ts";
import type { HttpEvent, HttpResponse } from "../http/message.ts";
import { cookieOf, cookiesOf, removeCookie, setCookie } from "../private-api/cookies.ts";
import { sessionCookie } from "../private-api/member-access.ts";
import { logger } from "../telemetry/logger.ts";
import { failurePage, signInPage } from "./sign-in-pages.ts";
import { keepSignOutHint } from "./sign-out.ts";

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
    if (!isOpenedPage(event)) return signInPage({ ...embedded, button: tryAgain() }, scope);
    await limit(event);
    const returnTo = returnUrl(consoleUrl, event.queryStringParameters?.returnTo);
    const begun = await provider.begin();
    if (begun.result === "failed") {
      const page = failurePage(begun, event.requestContext.requestId);
      return signInPage({ ...page, button: tryAgain(returnTo) }, scope);
    }
    const { state, nonce, codeVerifier } = begun;
    const path = returnTo.slice(new URL(consoleUrl).origin.length);
    const nowMs = clock.now();
    const added = attemptText({ state, nonce, codeVerifier, returnTo: path, startedMs: nowMs });
    return {
      statusCode: 302,
      headers: { location: begun.url },
      cookies: [
        ...attemptsToDrop(cookiesOf(event), { added, nowMs }).map((name) => removeCookie(name)),
        setCookie(attemptCookieName(state), added, signInSeconds),
      ],
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
    const callback = new URL(`${consoleUrl}/sign-in/callback?${event.rawQueryString}`);
    const attemptCookie = attemptCookieName(callback.searchParams.get("state") ?? "");
    const attempt = parseAttempt(cookieOf(event, attemptCookie), nowMs);
    if (attempt === undefined) {
      logger.info("a sign-in failed", { cause: "expired" });
      return signInPage({ ...expired, button: tryAgain() }, scope);
    }
    // Not counted before: otherwise pages of others could use up a whole venue's sign-ins.
    await limit(event);
    const outcome = await provider.finish(callback, attempt);
    const returnTo = returnUrl(consoleUrl, attempt.returnTo);
    if (outcome.result === "failed") {
      const page = failurePage(outcome, event.requestContext.requestId);
      const response = signInPage({ ...page, button: tryAgain(returnTo) }, scope);
      return { ...response, cookies: [removeCookie(attemptCookie)] };
    }
    const { identity, signOutHint } = outcome;
    // Such a person can be refused by an invitation, which only the provider's settings may repair.
    if (!identity.emailVerified) {
      const cause = identity.email === null ? "no_email" : "unverified_email";
      logger.info("the identity provider vouches for no e-mail address", { cause });
    }
    const previous = cookieOf(event, sessionCookie);
    const { value } = await signIn(ports, { identity, nowMs, previous });
    return {
      statusCode: 303,
      headers: { location: returnTo },
      cookies: [
        removeCookie(attemptCookie),
        setCookie(sessionCookie, value, longestSessionSeconds),
        keepSignOutHint(signOutHint),
      ],
    };
  });
}

/** What a person sees is a page, whatever happens: the path of these routes is in the address bar. */
export function asPages(respond: Respond): Respond {
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
          signInPage({ ...page, button: tryAgain() }, scope),
          error.details.headers,
        );
      }
      const { requestId } = event.requestContext;
      logger.error("sign-in failed", { requestId, error });
      if (isUnavailable(error)) {
        const page = signInPage({ ...unavailable, button: tryAgain() }, scope);
        return withHeaders(page, { "retry-after": "1" });
      }
      const message = `Something went wrong here. If it happens again, quote request ${requestId}.`;
      const page = { status: 500, title: "This did not work", message };
      return signInPage({ ...page, button: tryAgain() }, scope);
    }
  };
}

function withHeaders(response: HttpResponse, headers: Record<string, string> = {}): HttpResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

function tryAgain(returnTo?: string) {
  if (returnTo === undefined) return { text: "Try again", href: "/sign-in" };
  const { pathname, search } = new URL(returnTo);
  const query = new URLSearchParams({ returnTo: `${pathname}${search}` });
  return { text: "Try again", href: `/sign-in?${query}` };
}

const embedded = {
  status: 403,
  title: "You are not signed in",
  message: "Signing in works only in a window of its own, and not inside another page.",
};

const expired = {
  status: 400,
  title: "This sign-in is over",
  message: "It took more than ten minutes, or it began in another browser.",
};

const unavailable = {
  status: 503,
  title: "Sign-in does not work right now",
  message: "The service is busy. Try again in a moment.",
};
