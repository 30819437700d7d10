import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SessionView, SignedOut } from "../../../../api/private/sessions.ts";
import { attemptText, parseAttempt } from "../../../../core/sessions/sign-in-attempt.ts";
import { askConsole, dataDir, outputs } from "../../service.ts";
import { locationOf, Visitor } from "../visitor.ts";

const newEmail = () => `${randomUUID()}@people.example`;

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

test("the browser gets two cookies that no script sees, and nothing of the provider's tokens", async () => {
  const visitor = new Visitor();
  const begun = await visitor.go("/sign-in");
  const asked = await visitor.go(locationOf(begun));
  const callback = await visitor.answer(new URL(locationOf(asked), asked.url).href, newEmail());
  const finished = await visitor.go(callback);
  const attributes = (seconds: number) =>
    `; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`;
  expect(begun.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-sign-in=[\w-]+; /)]);
  expect(begun.headers.getSetCookie()[0]).toContain(attributes(600));
  const [removed, session] = finished.headers.getSetCookie();
  expect(removed).toBe(`__Host-sign-in=${attributes(0)}`);
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

  const page = await (await visitor.go(redirectTo)).text();
  const [, xsrf = ""] = /name="xsrf" value="(\w+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  const left = await visitor.go(new URL("/session/end/confirm", redirectTo).href, {
    method: "POST",
    body,
  });
  expect(locationOf(left)).toBe(`${outputs.ConsoleUrl}/`);
  // Nobody is known to the provider any more: it asks again.
  expect(await visitor.toProvider()).toContain("/sign-in/");
});

test("signing out twice is no mistake", async () => {
  const response = await new Visitor().post("/api/session/end", {});
  expect(response.status).toBe(200);
  expect(SignedOut.parse(await response.json()).redirectTo).toContain("/session/end?");
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

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/sign-in?returnTo=/",
  "/%73ign-in",
  "/%2573ign-in",
  "/api/session",
  "@evil.example",
])("the path to return to %j leads to the start page", async (returnTo) => {
  const visitor = new Visitor();
  await visitor.go(`/sign-in?${new URLSearchParams({ returnTo })}`);
  const attempt = parseAttempt(
    visitor.cookiesOf(outputs.ConsoleUrl).get("__Host-sign-in"),
    Date.now(),
  );
  expect(attempt?.returnTo).toBe("/");
});

test("a path to return to that was put into the cookie is checked again", async () => {
  const visitor = new Visitor();
  const callback = await visitor.toCallback(newEmail(), "/count/ctr_1");
  const cookies = visitor.cookiesOf(outputs.ConsoleUrl);
  const attempt = parseAttempt(cookies.get("__Host-sign-in"), Date.now());
  if (attempt === undefined) throw new Error("no attempt");
  cookies.set("__Host-sign-in", attemptText({ ...attempt, returnTo: "//evil.example/" }));
  expect(locationOf(await visitor.go(callback))).toBe(`${outputs.ConsoleUrl}/`);
});

test("no log line holds a session, a code, a token or a secret of a sign-in", async () => {
  const visitor = new Visitor();
  const callback = await visitor.toCallback(newEmail());
  const attempt = visitor.cookiesOf(outputs.ConsoleUrl).get("__Host-sign-in") ?? "";
  await visitor.go(callback);
  await visitor.go(callback);
  await visitor.session();
  const session = visitor.cookiesOf(outputs.ConsoleUrl).get("__Host-session") ?? "";
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
