import { markup } from "../../core/markup.ts";
import type { FailedSignIn, SignInFailure } from "../../core/sessions/identity-provider.ts";
import { messagePage } from "../console/message-page.ts";
import type { HttpResponse } from "../http/message.ts";
import type { RequestScope } from "../http/request-scope.ts";
import { logger } from "../telemetry/logger.ts";

type Page = { status: number; title: string; message: string };

const pages: Record<SignInFailure, Page> = {
  cancelled: {
    status: 400,
    title: "You are not signed in",
    message:
      "You cancelled, or the identity provider did not let you in. If it should, ask whoever manages your account there.",
  },
  interaction_required: {
    status: 400,
    title: "You are not signed in",
    message:
      "The identity provider asks for something first, such as your consent. Try again, and answer what it asks.",
  },
  provider_refused: {
    status: 400,
    title: "You are not signed in",
    message:
      "The identity provider refused the sign-in. Ask whoever manages your account there whether it may use this service.",
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
  unavailable: {
    status: 503,
    title: "Sign-in does not work right now",
    message: "The sign-in service does not respond. If you are signed in already, you can go on.",
  },
  client_refused: misconfigured(
    "The identity provider does not accept this service's credentials.",
  ),
  metadata: misconfigured("What the identity provider publishes about itself is incomplete."),
  issuer: misconfigured("The identity provider has another name than this service expects."),
  audience: misconfigured("The identity provider's response is meant for other services, too."),
  algorithm: misconfigured("This service does not accept how the identity provider signs."),
  clock: misconfigured("The clocks of the identity provider and of this service differ."),
  keys: misconfigured("The identity provider signed with a key that it does not publish."),
  token: misconfigured("This service does not understand the identity provider's response."),
  userinfo: misconfigured("The identity provider did not say who you are."),
};

function misconfigured(message: string): Page {
  return { status: 500, title: "Sign-in is not set up correctly", message };
}

/** Logs why a sign-in failed, and says it to the person. */
export function failurePage({ cause, detail }: FailedSignIn, requestId: string): Page {
  const page = pages[cause];
  const level = page.status < 500 ? "warn" : "error";
  logger[level]("a sign-in failed", { cause, ...detail, requestId });
  if (page.status !== 500) return page;
  const remedy = `Nobody was signed in. Tell the people who run this service, and quote request ${requestId}.`;
  return { ...page, message: `${page.message} ${remedy}` };
}

interface SignInPage extends Page {
  /** What the button says, and where it leads. */
  button?: { text: string; href: string };
}

/** Responds with a page that says why a sign-in did not work, or what a sign-out has left open. */
export function signInPage(
  { button, ...page }: SignInPage,
  scope: Pick<RequestScope, "responseHeaders">,
): HttpResponse {
  const { text, href } = button ?? { text: "Go to the start page", href: "/" };
  const action = markup`<p><a class="button" href="${href}">${text}</a></p>`;
  return messagePage({ ...page, language: "en", action }, scope);
}
