import type { OpenInvitation } from "../../api/private/members.ts";
import type { SessionView } from "../../api/private/sessions.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { ask } from "../browser/private-request.ts";
import { accountMenu, endSession, signInLink } from "./account.ts";
import { message } from "./gate.ts";
import { takeToken } from "./link-token.ts";

const kept = "invitation";

/** `/join#…`: shows an invitation, and accepts it when the invited person says so. */
export async function showJoin(): Promise<void> {
  const token = takeToken(kept);
  if (token === null) return location.replace("/");
  const [invitation, session] = await Promise.all([
    ask("POST /api/organization/join/look", {}, { body: { token } }),
    ask("GET /api/session", {}),
  ]);
  const main = requiredElement("#main");
  if (invitation.result === "refused" && invitation.status !== 429) {
    sessionStorage.removeItem(kept);
    const text = "It was used, or revoked, or is older than 7 days. Ask for a new one.";
    return main.replaceChildren(message("This invitation is not valid", text));
  }
  if (invitation.result !== "ok") {
    setTimeout(() => void showJoin(), 5_000);
    const text = "The service cannot be reached. This page tries again by itself.";
    return main.replaceChildren(message("No connection", text));
  }
  const signedIn = session.result === "ok" ? session.body : undefined;
  if (signedIn) requiredElement(".who").replaceChildren(accountMenu(signedIn));
  main.replaceChildren(invitationCard(invitation.body, signedIn, token));
}

function invitationCard(
  invitation: OpenInvitation,
  session: SessionView | undefined,
  token: string,
): HTMLElement {
  const { organizationName, email, role, expiresAt } = invitation;
  const until = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
  const article = role === "member" ? "a" : "an";
  const details = element(
    "dl",
    {},
    ...row("Role", role),
    ...row("For", email),
    ...row("Valid until", until.format(new Date(expiresAt))),
  );
  return element(
    "section",
    { class: "welcome invitation" },
    element("p", { class: "eyebrow" }, "Invitation"),
    element("h1", {}, element("bdi", {}, organizationName)),
    element("p", { class: "lead" }, `You are invited as ${article} ${role}.`),
    details,
    ...(session === undefined ? signInFirst(email) : answerParts(session, invitation, token)),
  );
}

function row(term: string, value: string): HTMLElement[] {
  return [element("dt", {}, term), element("dd", {}, element("bdi", {}, value))];
}

function signInFirst(email: string): HTMLElement[] {
  return [
    element("p", { class: "actions" }, signInLink("/join", "Sign in to accept", "button")),
    element("p", { class: "hint" }, `Sign in with ${email}: the invitation is for this address.`),
  ];
}

function answerParts(
  session: SessionView,
  { email, role }: OpenInvitation,
  token: string,
): HTMLElement[] {
  const own = session.person.email;
  if (own?.toLowerCase() === email.toLowerCase()) return acceptParts(session, role, token);
  const signOut = element("button", { type: "button", class: "button" }, "Sign out");
  signOut.addEventListener("click", () => void endSession(false));
  const text =
    own === null
      ? `The account that you are signed in with has no e-mail address, and the invitation is for ${email}. Sign out, then sign in with an account that has this address. If yours has it, ask the administrator of your sign-in to share it with this service.`
      : `You are signed in as ${own}, but the invitation is for ${email}. Sign out, then sign in with that address.`;
  return [element("p", { class: "hint" }, text), element("p", { class: "actions" }, signOut)];
}

function acceptParts(
  { person }: SessionView,
  role: OpenInvitation["role"],
  token: string,
): HTMLElement[] {
  const accept = element("button", { type: "button", class: "button" }, "Accept");
  const failed = element("p", { class: "failed", role: "alert" });
  accept.addEventListener("click", async () => {
    accept.disabled = true;
    const reply = await ask("POST /api/organization/join/accept", {}, { body: { token } });
    if (reply.result === "ok") {
      sessionStorage.removeItem(kept);
      return location.replace(await firstPage(reply.body.organizationId, role));
    }
    accept.disabled = false;
    const message = reply.result === "refused" ? reply.message : "";
    failed.textContent = message || "The service cannot be reached. Try again.";
  });
  const name = person.name ?? person.email ?? "";
  return [
    element("p", { class: "actions" }, accept),
    failed,
    element("p", { class: "hint" }, "You are signed in as ", element("bdi", {}, name), "."),
  ];
}

/** Where a person begins: to count, or to make the first counter where there is none and they may. */
async function firstPage(organizationId: string, role: OpenInvitation["role"]): Promise<string> {
  const start = `/?org=${organizationId}`;
  if (role === "member") return start;
  const list = await ask("GET /api/organizations/{organizationId}/counters", { organizationId });
  const isEmpty = list.result === "ok" && list.body.counters.length === 0;
  return isEmpty ? `/organizations/${organizationId}/counters` : start;
}
