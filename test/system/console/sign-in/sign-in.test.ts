import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SessionView, SignedOut } from "../../../../api/private/sessions.ts";
import {
  attemptCookiePrefix,
  attemptText,
  parseAttempt,
} from "../../../../core/sessions/sign-in-attempt.ts";
import { askConsole, dataDir, outputs } from "../../service.ts";
import { locationOf, Visitor } from "../visitor.ts";

const newEmail = () => `${randomUUID()}@people.example`;

/** The cookies of the sign-ins that a browser has begun and not finished. */
const attemptsOf = (visitor: Visitor) =>
  [...visitor.cookiesOf(outputs.ConsoleUrl)].filter(([name]) =>
    name.startsWith(attemptCookiePrefix),
  );

test("signing in leads to the provider and back to the page where it began", async () => {
  const visitor = new Visitor();
  const email = newEmail();
  const response = await visitor.signIn(email, "/count/ctr_1?from=home");
  expect(response.status).toBe(303);
  expect(locationOf(response)).toBe(`${outputs.ConsoleUrl}/count/ctr_1?from=home`);
  const view = SessionView.parse(await (await visitor.session()).json());
  expect(view).toEqual({
    person: { id: expect.any(String), name: null, email },
    organizations: [],
    deletions: [],
  });
});

test("a person who signs in again is the same person, with an address in lower case", async () => {
  const email = newEmail();
  const seen = [];
  for (const typed of [email, email.toUpperCase()]) {
    const visitor = new Visitor();
    await visitor.signIn(typed);
    seen.push(SessionView.parse(await (await visitor.session()).json()).person);
  }
  expect(seen[0]).toMatchObject({ email });
  expect(seen[1]).toEqual(seen[0]);
});

test("two tabs that begin a sign-in both finish it, in any order", async () => {
  const visitor = new Visitor();
  const [first, second] = [await visitor.go("/sign-in"), await visitor.go("/sign-in")];
  const asked = await visitor.go(locationOf(second));
  const email = newEmail();
  const later = await visitor.answer(new URL(locationOf(asked), asked.url).href, email);
  // The provider knows by now who it is.
  const earlier = locationOf(await visitor.go(locationOf(first)));
  for (const callback of [earlier, later]) {
    expect((await visitor.go(callback)).status).toBe(303);
    expect((await visitor.session()).status).toBe(200);
  }
  expect(attemptsOf(visitor)).toEqual([]);
});

test("the browser gets cookies that no script sees, and of the tokens only what signing out needs", async () => {
  const visitor = new Visitor();
  const begun = await visitor.go("/sign-in");
  const asked = await visitor.go(locationOf(begun));
  const callback = await visitor.answer(new URL(locationOf(asked), asked.url).href, newEmail());
  const finished = await visitor.go(callback);
  const attributes = (seconds: number, path = "/") =>
    `; Path=${path}; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`;
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-sign-in-[\w-]{16}=[\w-]+; /),
  ]);
  expect(begun.headers.getSetCookie()[0]).toContain(attributes(600));
  const [removed, session, signOut, ...others] = finished.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(removed).toMatch(/^__Host-sign-in-[\w-]{16}=; /);
  expect(removed).toContain(attributes(0));
  // No request for a page or of the API has it.
  expect(signOut).toMatch(/^__Secure-sign-out=eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+; /);
  expect(signOut).toContain(attributes(7 * 86_400, "/sign-out"));
  expect(session).toMatch(/^__Host-session=per_\w{20}\.[\w-]{43}; /);
  expect(session).toContain(attributes(7 * 86_400));
  expect(await finished.text()).toBe("");
  expect(finished.headers.get("cache-control")).toBe("no-store");
});

test("what goes to the provider is the standard's: code, PKCE, state and nonce", async () => {
  const url = new URL(locationOf(await new Visitor().go("/sign-in")));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "counting-service",
    redirect_uri: `${outputs.ConsoleUrl}/sign-in/callback`,
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
});

test("each sign-in makes a session of its own, and ends the one that this browser had", async () => {
  const visitor = new Visitor();
  const email = newEmail();
  await visitor.signIn(email);
  const cookie = visitor.cookieHeader();
  // The provider knows who it is, and asks nothing.
  await visitor.signIn(email);
  expect(visitor.cookieHeader()).not.toBe(cookie);
  expect((await visitor.session()).status).toBe(200);
  expect((await askConsole("/api/session", { cookie })).status).toBe(401);
});

test("signing out ends the session here, and leads to the provider and back", async () => {
  const visitor = new Visitor();
  await visitor.signIn(newEmail());
  const cookie = visitor.cookieHeader();
  const response = await visitor.post("/api/session/end", {});
  expect(response.headers.getSetCookie()).toEqual([
    "__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
  ]);
  const { redirectTo } = SignedOut.parse(await response.json());
  expect((await askConsole("/api/session", { cookie })).status).toBe(401);

  const leaving = await visitor.go(redirectTo);
  expect(leaving.headers.getSetCookie()).toEqual([
    "__Secure-sign-out=; Path=/sign-out; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
  ]);
  const provider = new URL(locationOf(leaving));
  expect(provider.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
  const page = await (await visitor.go(provider.href)).text();
  const [, xsrf = ""] = /name="xsrf" value="(\w+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  const left = await visitor.go(new URL("/session/end/confirm", provider).href, {
    method: "POST",
    body,
  });
  expect(locationOf(left)).toBe(`${outputs.ConsoleUrl}/`);
  // Nobody is known to the provider any more: it asks again.
  expect(await visitor.toProvider()).toContain("/sign-in/");
});

test("signing out twice is no mistake, and the page says what is still open", async () => {
  const visitor = new Visitor();
  const response = await visitor.post("/api/session/end", {});
  expect(response.status).toBe(200);
  const { redirectTo } = SignedOut.parse(await response.json());
  const page = await (await visitor.go(redirectTo)).text();
  expect(page).toContain("<h1>You are signed out here</h1>");
  expect(page).toMatch(/<a class="button" href="[^"]+\/session\/end\?[^"]+">Sign out at localhost/);
});

test("a link to the page that signs out does nothing while somebody is signed in", async () => {
  const visitor = new Visitor();
  await visitor.signIn(newEmail());
  const response = await visitor.go("/sign-out");
  expect(locationOf(response)).toBe(`${outputs.ConsoleUrl}/`);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect((await visitor.session()).status).toBe(200);
});

test("signing out everywhere ends every session of the person, and nobody else's", async () => {
  const email = newEmail();
  const [here, there, other] = [new Visitor(), new Visitor(), new Visitor()];
  await here.signIn(email);
  await there.signIn(email);
  await other.signIn(newEmail());
  expect((await here.post("/api/session/end", { everywhere: true })).status).toBe(200);
  expect((await there.session()).status).toBe(401);
  expect((await other.session()).status).toBe(200);
  await there.signIn(email);
  expect((await there.session()).status).toBe(200);
});

test("only a person who is signed in can sign out everywhere", async () => {
  const response = await new Visitor().post("/api/session/end", { everywhere: true });
  expect(response.status).toBe(401);
});

test.each(["//evil.example/", "/sign-in?returnTo=/"])(
  "the path to return to %j leads to the start page",
  async (returnTo) => {
    const visitor = new Visitor();
    await visitor.go(`/sign-in?${new URLSearchParams({ returnTo })}`);
    const [[, value] = []] = attemptsOf(visitor);
    const attempt = parseAttempt(value, Date.now());
    expect(attempt?.returnTo).toBe("/");
  },
);

test("a path to return to that was put into the cookie is checked again", async () => {
  const visitor = new Visitor();
  const callback = await visitor.toCallback(newEmail(), "/count/ctr_1");
  const [[name = "", value] = []] = attemptsOf(visitor);
  const attempt = parseAttempt(value, Date.now());
  if (attempt === undefined) throw new Error("no attempt");
  const changed = attemptText({ ...attempt, returnTo: "//evil.example/" });
  visitor.cookiesOf(outputs.ConsoleUrl).set(name, changed);
  expect(locationOf(await visitor.go(callback))).toBe(`${outputs.ConsoleUrl}/`);
});

test("no log line holds a session, a code, a token or a secret of a sign-in", async () => {
  const visitor = new Visitor();
  const callback = await visitor.toCallback(newEmail());
  const [[, attempt = ""] = []] = attemptsOf(visitor);
  await visitor.go(callback);
  await visitor.go(callback);
  await visitor.session();
  const session = visitor.cookiesOf(outputs.ConsoleUrl).get("__Host-session") ?? "";
  await visitor.post("/api/session/end", {});
  await visitor.go("/sign-out");
  const code = new URL(callback).searchParams.get("code") ?? "";
  const { codeVerifier = "" } = parseAttempt(attempt, Date.now()) ?? {};
  const identity = JSON.parse(readFileSync(join(dataDir, "identity.json"), "utf8"));
  const secrets = [session.split(".")[1] ?? "", code, codeVerifier, attempt, identity.clientSecret];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);
  let lines = "";
  for await (const file of glob(join(dataDir, "logs", "*.log")))
    lines += readFileSync(file, "utf8");
  expect(lines).toContain("GET /sign-in/callback");
  for (const secret of secrets) expect(lines).not.toContain(secret);
  expect(tokensIn(lines)).toEqual([]);
  // It would find any of them, also one that is cut off.
  const header = Buffer.from('{"alg":"none","kid":"1"}').toString("base64url");
  expect(tokensIn(`"id_token": "${header}`)).toEqual([header]);
});

/**
 * The parts of tokens in a text: objects of JSON in base64url. All of them begin with `eyJ`, but so
 * does one of some hundred thousand random ids.
 */
function tokensIn(text: string): string[] {
  const found = text.match(/eyJ[\w-]+/g) ?? [];
  return found.filter((part) => /^{"\w+":/.test(Buffer.from(part, "base64url").toString()));
}
