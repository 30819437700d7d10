import { readFileSync } from "node:fs";
import { Markup, markup } from "../../core/markup.ts";
import type { DemoPerson } from "../demo/people.ts";

/** The style sheet of every page. */
export const style = new Markup(
  readFileSync(new URL("identity.css", import.meta.url), "utf8").trim(),
);

/** The mark of web/browser/frame-html.ts. */
const logo = new Markup(
  `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 9v14M13.3 9v14M18.7 9v14M24 9v14M5.5 20.5l21-9"/></svg>`,
);

interface SignInPage {
  people: readonly DemoPerson[];
  /** What is wrong with the e-mail address that was sent. */
  problem?: string;
  /** The address that was sent, to be corrected. */
  email?: string;
}

/** Offers the demo's people, one button each, and a field for any other e-mail address. */
export function signInPage({ people, problem, email = "" }: SignInPage): string {
  const organizations = [...Map.groupBy(people, ({ organization }) => organization)];
  const described =
    problem === undefined ? "" : markup` aria-invalid="true" aria-describedby="problem"`;
  return page(
    "Sign in",
    markup`<h1>Who are you today?</h1>
<p class="lead">Demo sign-in. No password.</p>
${list(organizations.map(([name, members]) => organizationForm(name, members)))}
<form method="post" class="other">
<label for="email">${people.length > 0 ? "Or anybody else, by e-mail address" : "E-mail address"}</label>
<div class="row"><input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"${described}>
<button class="primary">Sign in</button></div>
${problem === undefined ? "" : markup`<p id="problem" class="problem" role="alert">${problem}</p>`}
</form>`,
  );
}

function organizationForm(organization: string, people: readonly DemoPerson[]): Markup {
  const buttons = people.map(
    ({ name, email, role }) => markup`<li><button name="email" value="${email}">
<b>${name}</b> <span>${role}</span> <small>${email}</small></button></li>
`,
  );
  return markup`<form method="post"><h2>${organization}</h2><ul>
${list(buttons)}</ul></form>
`;
}

/** Asks whether to sign out here, too. `form` is the provider's own, without buttons. */
export function signOutPage(form: string): string {
  return page(
    "Sign out",
    markup`<h1>Sign out here, too?</h1>
<p class="lead">You are signed out of the counting service. This provider still knows who you are, and would sign you in again at once.</p>
${new Markup(form)}
<div class="row"><button class="primary" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button form="op.logoutForm">Stay signed in here</button></div>`,
  );
}

/** After signing out without a page to return to. */
export function signedOutPage(): string {
  return page("Signed out", markup`<h1>You are signed out</h1>`);
}

/** Says what went wrong, with a way back. */
export function failurePage(message: string, consoleUrl: string): string {
  return page(
    "This did not work",
    markup`<h1>This did not work</h1>
<p class="lead" role="alert">${message}</p>
<p><a href="${consoleUrl}">Begin again at the counting service</a></p>`,
  );
}

function page(title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Counting Service, local identity provider</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${logo}Counting Service</p>
${content}
</main>
</body>
</html>
`.html;
}

function list(parts: Markup[]): Markup {
  return new Markup(parts.map(({ html }) => html).join(""));
}
