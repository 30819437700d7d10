import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import { Email } from "../../core/members/email.ts";
import type { DemoPerson } from "../demo/people.ts";
import { type Account, accountOf } from "./account.ts";
import { failurePage, signInPage } from "./pages.ts";
import { readForm, sendPage } from "./respond.ts";

interface Interactions {
  provider: Provider;
  consoleUrl: string;
  people: readonly DemoPerson[];
  /** Takes in everybody who signs in. */
  accounts: Map<string, Account>;
}

/** Shows the page that asks who a person is, and takes its form. */
export async function interact(
  { provider, consoleUrl, people, accounts }: Interactions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, html: string) => sendPage(response, { status, html, consoleUrl });
  try {
    // The cookie of this browser, without which the address of the page is worth nothing.
    await provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    const message = "This sign-in has ended, or it was begun in another browser.";
    return send(400, failurePage(message, consoleUrl));
  }
  if (request.method !== "POST") return send(200, signInPage({ people }));
  const text = (await readForm(request))?.get("email")?.trim() ?? "";
  const email = Email.safeParse(text);
  if (!email.success) {
    const problem = "This is not an e-mail address.";
    return send(400, signInPage({ people, problem, email: text }));
  }
  const account = accountOf(email.data, people);
  accounts.set(account.subject, account);
  const login = { accountId: account.subject, remember: false };
  await provider.interactionFinished(request, response, { login });
}
