import type { SessionView } from "../../api/private/sessions.ts";
import { element, requiredElement } from "../browser/elements.ts";
import { ask } from "../browser/private-request.ts";

const { start: messages } = pageMessages;

/** A link to the identity provider, and from there back to this page. */
export function signInLink(returnTo: string, text: string, kind: "button" | "link"): HTMLElement {
  const href = `/sign-in?returnTo=${encodeURIComponent(returnTo)}`;
  return element("a", { href, class: kind }, text);
}

/** Who is signed in, and how to leave. */
export function accountMenu({ person }: SessionView, note?: HTMLElement): HTMLElement {
  const name = person.name ?? person.email ?? messages.signedIn;
  const signOut = element("button", { type: "button" }, messages.signOut);
  signOut.addEventListener("click", () => void endSession(false));
  const everywhere = element("button", { type: "button" }, messages.signOutEverywhere);
  everywhere.addEventListener("click", () => void endSession(true));
  const email = person.email === null || person.email === name ? [] : [person.email];
  const menu = element(
    "details",
    { class: "account" },
    element("summary", {}, element("bdi", { translate: "no" }, name)),
    element(
      "div",
      { class: "menu" },
      ...email.map(emailLine),
      ...(note ? [note] : []),
      signOut,
      everywhere,
    ),
  );
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  return menu;
}

function emailLine(email: string): HTMLElement {
  return element("p", { class: "email" }, email);
}

/**
 * Taps that wait stay on the device, for the next time that the same person signs in. `onEnded` is called
 * before the page is left, and not where the session could not be ended.
 */
export async function endSession(everywhere: boolean, onEnded?: () => void): Promise<void> {
  const reply = await ask("POST /api/session/end", {}, { body: { everywhere } });
  if (reply.result !== "ok") {
    requiredElement(".announcement").textContent = messages.signOutFailed;
    return;
  }
  onEnded?.();
  location.assign(reply.body.redirectTo);
}
