import { longestSessionSeconds } from "../../core/limits.ts";
import type { IdentityProvider } from "../../core/sessions/identity-provider.ts";
import type { Respond } from "../http/http-handler.ts";
import { cookieOf, setCookie } from "../private-api/cookies.ts";
import { sessionCookie } from "../private-api/member-access.ts";
import { logger } from "../telemetry/logger.ts";
import { signInPage } from "./sign-in-pages.ts";

/** Where the browser goes once its session here has ended. */
export const signOutPath = "/sign-out";

/** The provider's ID token, or a hint: it travels with this path's requests only. */
const signOutCookie = "__Secure-sign-out";

/** A Set-Cookie header that keeps the hint as long as a session can last, or removes the last one. */
export function keepSignOutHint(hint: string | undefined): string {
  const seconds = hint === undefined ? 0 : longestSessionSeconds;
  return setCookie(signOutCookie, hint ?? "", seconds, signOutPath);
}

/**
 * GET /sign-out: leads on to the provider, or says what is still open there. While somebody is signed
 * in here it does nothing: any page could lead a browser to it.
 */
export function signOutAtProvider({
  consoleUrl,
  provider,
}: {
  consoleUrl: string;
  provider: Pick<IdentityProvider, "signOut">;
}): Respond {
  return async (event, scope) => {
    if (cookieOf(event, sessionCookie) !== undefined) {
      return { statusCode: 303, headers: { location: `${consoleUrl}/` } };
    }
    const signOut = await provider.signOut(cookieOf(event, signOutCookie));
    const cookies = [keepSignOutHint(undefined)];
    if (signOut.result === "known") {
      return { statusCode: 303, headers: { location: signOut.url }, cookies };
    }
    const { host } = signOut;
    if (signOut.result === "none" && signOut.failure !== undefined) {
      const { cause, detail } = signOut.failure;
      logger.warn("the identity provider does not say where to sign out", { cause, ...detail });
    }
    const page = {
      status: 200,
      title: "You are signed out here",
      message: `You may still be signed in at ${host}, which can sign you in here again without a password. On a device that others use, sign out there, too.`,
      ...(signOut.result === "unsure" && {
        button: { text: `Sign out at ${host}`, href: signOut.url },
      }),
    };
    return { ...signInPage(page, scope), cookies };
  };
}
