import type { OpenInvitation } from "../../api/private/members.ts";
import type { SessionView } from "../../api/private/sessions.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { keep, readKept } from "../browser/kept.ts";
import { ask } from "../browser/private-request.ts";
import { pageLocale } from "../languages/page-language.ts";
import { accountMenu, endSession, signInLink } from "./account.ts";
import { message } from "./gate.ts";
import { takeToken } from "./link-token.ts";

const { start: messages } = pageMessages;
const kept = "invitation";
const afterSignOut = "invitation-after-sign-out";

/** Whether this tab has left another person's account for an invitation that it keeps; asked once. */
export function waitsForAccount(): boolean {
  const waits = readKept("tab", afterSignOut) === true && readKept("tab", kept) !== null;
  keep("tab", afterSignOut, null);
  return waits;
}

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
    keep("tab", kept, null);
    const { invitationInvalidTitle: title, invitationInvalid: text } = messages;
    const start = element("a", { class: "button", href: "/" }, messages.startPage);
    return main.replaceChildren(message(title, text, element("p", { class: "actions" }, start)));
  }
  if (invitation.result !== "ok") {
    setTimeout(() => void showJoin(), 5_000);
    return main.replaceChildren(message(messages.noConnection, messages.unreachable));
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
  const until = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "long" });
  const details = element(
    "dl",
    {},
    ...row(messages.role, messages.roles[role]),
    ...row(messages.invitedAddress, email),
    ...row(messages.validUntil, until.format(new Date(expiresAt))),
  );
  return element(
    "section",
    { class: "welcome invitation" },
    element("p", { class: "eyebrow" }, messages.invitation),
    element("h1", {}, element("bdi", { translate: "no" }, organizationName)),
    element("p", { class: "lead" }, messages.invitedAs[role]),
    details,
    ...(session === undefined ? signInFirst(email) : answerParts(session, invitation, token)),
  );
}

function row(term: string, value: string): HTMLElement[] {
  return [element("dt", {}, term), element("dd", {}, element("bdi", { translate: "no" }, value))];
}

function signInFirst(email: string): HTMLElement[] {
  return [
    element("p", { class: "actions" }, signInLink("/join", messages.signInToAccept, "button")),
    element("p", { class: "hint" }, messages.signInWith(email)),
  ];
}

function answerParts(
  session: SessionView,
  { email, role }: OpenInvitation,
  token: string,
): HTMLElement[] {
  const own = session.person.email;
  if (own?.toLowerCase() === email.toLowerCase()) return acceptParts(session, role, token);
  const signOut = element("button", { type: "button", class: "button" }, messages.signOut);
  signOut.addEventListener("click", () => {
    void endSession(false, () => keep("tab", afterSignOut, true));
  });
  const text = own === null ? messages.noAddress(email) : messages.otherAddress(own, email);
  return [element("p", { class: "hint" }, text), element("p", { class: "actions" }, signOut)];
}

function acceptParts(
  { person }: SessionView,
  role: OpenInvitation["role"],
  token: string,
): HTMLElement[] {
  const accept = element("button", { type: "button", class: "button" }, messages.accept);
  const failed = element("p", { class: "failed", role: "alert" });
  accept.addEventListener("click", async () => {
    accept.disabled = true;
    const reply = await ask("POST /api/organization/join/accept", {}, { body: { token } });
    if (reply.result === "ok") {
      keep("tab", kept, null);
      return location.replace(await firstPage(reply.body.organizationId, role));
    }
    accept.disabled = false;
    const reason = reply.result === "refused" ? reply.message : "";
    const refusal = [`${messages.acceptRefused} `, element("bdi", { lang: "en" }, reason)];
    failed.replaceChildren(...(reason ? refusal : [messages.acceptFailed]));
  });
  const name = person.name ?? person.email ?? "";
  return [
    element("p", { class: "actions" }, accept),
    failed,
    element("p", { class: "hint" }, messages.signedInAs(name)),
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
