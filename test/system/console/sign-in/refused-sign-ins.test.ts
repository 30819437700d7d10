import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  attemptCookieName,
  attemptText,
  parseAttempt,
} from "../../../../core/sessions/sign-in-attempt.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../../local/identity/identity-provider.ts";
import { outputs } from "../../service.ts";
import { locationOf, Visitor } from "../visitor.ts";

const newEmail = () => `${randomUUID()}@people.example`;

/** A sign-in whose way back goes through here, to be changed. */
async function almostSignedIn() {
  const visitor = new Visitor();
  const callback = new URL(await visitor.toCallback(newEmail(), "/count/ctr_1"));
  const cookies = visitor.cookiesOf(outputs.ConsoleUrl);
  const cookie = attemptCookieName(callback.searchParams.get("state") ?? "");
  const attempt = parseAttempt(cookies.get(cookie), Date.now());
  if (attempt === undefined) throw new Error("no sign-in has begun");
  return { visitor, callback, cookies, cookie, attempt };
}

/** The page says so, nobody is signed in, and there is a link to try again. */
async function expectRefused(visitor: Visitor, response: Response, title: string) {
  const page = await response.text();
  expect(response.status).toBe(400);
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).toMatch(/<a class="button" href="\/sign-in(\?returnTo=[\w%]+)?">Try again<\/a>/);
  expect(page).not.toMatch(/ at .*\.(ts|mjs)|Error/);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src/);
  expect(response.headers.getSetCookie().join()).not.toContain("__Host-session");
  expect((await visitor.session()).status).toBe(401);
}

const over = "This sign-in is over";
const notYours = "This sign-in is not yours";
const notSignedIn = "You are not signed in";

test("a code cannot be used twice", async () => {
  const { visitor, callback, cookies, cookie, attempt } = await almostSignedIn();
  expect((await visitor.go(callback.href)).status).toBe(303);
  await visitor.post("/api/session/end", {});
  cookies.set(cookie, attemptText(attempt));
  await expectRefused(visitor, await visitor.go(callback.href), over);
});

test("a parameter that nobody asked for changes nothing", async () => {
  const { visitor, callback } = await almostSignedIn();
  callback.searchParams.append("id_token", "e30.e30.e30");
  callback.searchParams.append("id_token", "");
  expect((await visitor.go(callback.href)).status).toBe(303);
  expect((await visitor.session()).status).toBe(200);
});

test("a code of another person's sign-in is refused: it belongs to another verifier", async () => {
  const [thief, victim] = [await almostSignedIn(), await almostSignedIn()];
  const stolen = victim.callback.searchParams.get("code") ?? "";
  thief.callback.searchParams.set("code", stolen);
  await expectRefused(thief.visitor, await thief.visitor.go(thief.callback.href), over);
});

test.each(["forged", undefined])("the state %j is refused", async (state) => {
  const { visitor, callback } = await almostSignedIn();
  if (state === undefined) callback.searchParams.delete("state");
  else callback.searchParams.set("state", state);
  await expectRefused(visitor, await visitor.go(callback.href), over);
});

test("a link back that is opened in another browser signs nobody in", async () => {
  const { callback } = await almostSignedIn();
  const other = new Visitor();
  await expectRefused(other, await other.go(callback.href), over);
});

test("whoever sends their own link back to another person signs nobody in", async () => {
  const attacker = await almostSignedIn();
  const victim = await almostSignedIn();
  await expectRefused(victim.visitor, await victim.visitor.go(attacker.callback.href), over);
  // Nor does it spoil what the victim has begun.
  expect((await victim.visitor.go(victim.callback.href)).status).toBe(303);
});

test("a sign-in that took more than ten minutes is over", async () => {
  const { visitor, callback, cookies, cookie, attempt } = await almostSignedIn();
  const startedMs = Date.now() - 600_000;
  cookies.set(cookie, attemptText({ ...attempt, startedMs }));
  await expectRefused(visitor, await visitor.go(callback.href), over);
});

test.each(["x", "bnVsbA", "a".repeat(5_000)])("the sign-in cookie %j is none", async (value) => {
  const { visitor, callback, cookies, cookie } = await almostSignedIn();
  cookies.set(cookie, value);
  await expectRefused(visitor, await visitor.go(callback.href), over);
});

test("the nonce of another sign-in is refused", async () => {
  const { visitor, callback, cookies, cookie, attempt } = await almostSignedIn();
  cookies.set(cookie, attemptText({ ...attempt, nonce: "n".repeat(43) }));
  await expectRefused(visitor, await visitor.go(callback.href), notYours);
});

test("a refused sign-in cannot be tried again with the same link", async () => {
  const { visitor, callback, cookies, cookie } = await almostSignedIn();
  const forged = new URL(callback);
  forged.searchParams.set("iss", "https://evil.example");
  await visitor.go(forged.href);
  expect(cookies.has(cookie)).toBe(false);
  await expectRefused(visitor, await visitor.go(callback.href), over);
});

test("the provider's error is a page that repeats nothing of it", async () => {
  const { visitor, callback, attempt } = await almostSignedIn();
  const iss = callback.searchParams.get("iss") ?? "";
  const error = "<script>alert(1)</script>";
  const said = { error, error_description: "<b>hostile</b>", state: attempt.state, iss };
  const response = await visitor.go(`/sign-in/callback?${new URLSearchParams(said)}`);
  expect(await response.clone().text()).not.toMatch(/hostile|alert/);
  await expectRefused(visitor, response, notSignedIn);
});

let foreign: IdentityProvider;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "foreign-identity-"));
  foreign = await startIdentityProvider({ folder, port: 0 });
  foreign.serve({ consoleUrl: outputs.ConsoleUrl, people: [] });
});
afterAll(async () => {
  await foreign[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The same request at another provider, which also knows a client of this name. */
async function foreignCallback(visitor: Visitor): Promise<URL> {
  const asked = new URL(locationOf(await visitor.go("/sign-in")));
  const elsewhere = new URL(`${asked.pathname}${asked.search}`, foreign.issuer);
  const page = await visitor.go(elsewhere.href);
  return new URL(await visitor.answer(new URL(locationOf(page), page.url).href, newEmail()));
}

test("the response of another issuer is refused, which says who it is", async () => {
  const visitor = new Visitor();
  const callback = await foreignCallback(visitor);
  expect(callback.searchParams.get("iss")).toBe(foreign.issuer);
  await expectRefused(visitor, await visitor.go(callback.href), notYours);
});

test("the response of an issuer that does not say who it is is refused", async () => {
  const visitor = new Visitor();
  const callback = await foreignCallback(visitor);
  callback.searchParams.delete("iss");
  await expectRefused(visitor, await visitor.go(callback.href), notYours);
});

test("the code of another issuer is refused, whatever it says of itself", async () => {
  const { callback: own } = await almostSignedIn();
  const visitor = new Visitor();
  const callback = await foreignCallback(visitor);
  callback.searchParams.set("iss", own.searchParams.get("iss") ?? "");
  await expectRefused(visitor, await visitor.go(callback.href), over);
});
