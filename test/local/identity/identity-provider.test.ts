import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { get as httpGet, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { demoPeople } from "../../../local/demo/people.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/identity/identity-provider.ts";

const consoleUrl = "http://localhost:3003";
const callback = `${consoleUrl}/sign-in/callback`;
let folder: string;
const said: unknown[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "identity-"));
  for (const level of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  // The library warns on the console of whatever a deployment should have set.
  expect(said).toEqual([]);
});

async function start(people = demoPeople, port = 0): Promise<IdentityProvider> {
  const identity = await startIdentityProvider({ folder, port });
  onTestFinished(() => identity[Symbol.asyncDispose]());
  identity.serve({ consoleUrl, people });
  return identity;
}

/** Asks for a code; returns the page on which the provider asks who it is, and the way to go on. */
async function asked({ issuer, clientId }: IdentityProvider) {
  const parameters = {
    ...{
      client_id: clientId,
      response_type: "code",
      redirect_uri: callback,
      scope: "openid email",
    },
    ...{ code_challenge: "c".repeat(43), code_challenge_method: "S256", state: "s" },
  };
  const cookies: string[] = [];
  const go = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie: cookies.join("; ") };
    const response = await fetch(new URL(path, issuer), { redirect: "manual", ...init, headers });
    cookies.push(...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
    return response;
  };
  const begun = await go(`/auth?${new URLSearchParams(parameters)}`);
  const path = begun.headers.get("location") ?? "";
  const answer = (email: string) =>
    go(path, { method: "POST", body: new URLSearchParams({ email }) });
  return { go, path, answer, page: await (await go(path)).text() };
}

test("the demo's people are offered as buttons, one for each role in each organization", async () => {
  const { page } = await asked(await start());
  expect(page).not.toContain("<script");
  for (const { name, email, role } of demoPeople) {
    expect(page).toContain(`<b>${name}</b> <span>${role}</span>`);
    expect(page).toContain(`<button name="email" value="${email}">`);
  }
  const places = demoPeople.map(({ role, organization }) => `${role} ${organization}`);
  expect(new Set(places).size).toBe(9);
});

test("without a demo it asks for an e-mail address", async () => {
  const { page } = await asked(await start([]));
  expect(page).toContain('<input id="email" name="email" type="email" required');
  expect(page).not.toContain("<ul>");
});

test("one click leads back with a code and the issuer", async () => {
  const identity = await start();
  const { answer, go } = await asked(identity);
  const resumed = await answer("olivia@city-museum.example");
  const back = await go(resumed.headers.get("location") ?? "");
  const url = new URL(back.headers.get("location") ?? "");
  expect(url.origin + url.pathname).toBe(callback);
  expect(url.searchParams.get("iss")).toBe(identity.issuer);
  expect(url.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
});

test.each(["", "nobody", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>@x.example`])(
  "the address %j is refused, escaped, and can be corrected",
  async (email) => {
    const { answer } = await asked(await start());
    const response = await answer(email);
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain("This is not an e-mail address.");
    expect(page).not.toMatch(/<script|<img/);
  },
);

test("hostile names of people are escaped", async () => {
  const hostile = `<script>"&'`;
  const person = { name: hostile, email: "a@b.example", role: "owner", organization: hostile };
  const { page } = await asked(await start([{ ...person, role: "owner" }]));
  expect(page).not.toContain("<script");
});

test("a page that belongs to another browser says so, with a way back", async () => {
  const identity = await start();
  const { path } = await asked(identity);
  for (const url of [path, "/sign-in/unknown"]) {
    const response = await fetch(new URL(url, identity.issuer));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`<a href="${consoleUrl}">`);
  }
});

test("a wrong request is a page of its own, with nothing of the request in it", async () => {
  const { issuer } = await start();
  const response = await fetch(`${issuer}/auth?client_id=%3Cscript%3E`);
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain("This did not work");
  expect(page).not.toContain("<script");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("only the console's own URLs are led back to", async () => {
  const { issuer, clientId } = await start();
  const elsewhere = {
    client_id: clientId,
    redirect_uri: "https://evil.example/",
    response_type: "code",
  };
  const signIn = await fetch(`${issuer}/auth?${new URLSearchParams(elsewhere)}`, {
    redirect: "manual",
  });
  expect(signIn.status).toBe(400);
  const out = { client_id: clientId, post_logout_redirect_uri: "https://evil.example/" };
  expect((await fetch(`${issuer}/session/end?${new URLSearchParams(out)}`)).status).toBe(400);
});

test("a free port that was chosen once, and all keys, are the same after a restart", async () => {
  const first = await startIdentityProvider({ folder, port: 0 });
  await first[Symbol.asyncDispose]();
  const again = await start();
  expect(again).toMatchObject({ issuer: first.issuer, clientSecret: first.clientSecret });
  expect(statSync(join(folder, "identity.json")).mode & 0o777).toBe(0o600);
});

test("another free port is chosen when the kept one is taken", async () => {
  const first = await start();
  const second = await startIdentityProvider({ folder, port: 0 });
  onTestFinished(() => second[Symbol.asyncDispose]());
  expect(second.issuer).not.toBe(first.issuer);
  const kept = JSON.parse(readFileSync(join(folder, "identity.json"), "utf8"));
  expect(second.issuer).toBe(`http://localhost:${kept.port}`);
});

test("a port that is taken is an error that names the option", async () => {
  const { issuer } = await start();
  const port = Number(new URL(issuer).port);
  await expect(startIdentityProvider({ folder, port })).rejects.toThrow(/--identity-port/);
});

test("requests under another name for this machine are refused", async () => {
  const { issuer } = await start();
  const ask = (host: string, path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host };
      httpGet(`${issuer}${path}`, { headers }, resolve).once("error", reject);
    });
  const discovery = "/.well-known/openid-configuration";
  const own = await ask(new URL(issuer).host, discovery);
  expect(JSON.parse(await text(own))).toMatchObject({ issuer });
  for (const host of ["rebound.example", "127.0.0.1", "localhost"]) {
    const response = await ask(host, discovery);
    response.resume();
    expect(response.statusCode).toBe(421);
  }
});

test.each(["//", "/%zz", "/sign-in/", "/sign-in/%00", `/${"x".repeat(8_000)}`])(
  "the path %j does not end the provider",
  async (path) => {
    const { issuer } = await start();
    const response = await fetch(`${issuer}${path}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${issuer}/jwks`)).status).toBe(200);
  },
);

test("until it knows the console's URL it is not available", async () => {
  const identity = await startIdentityProvider({ folder, port: 0 });
  onTestFinished(() => identity[Symbol.asyncDispose]());
  expect((await fetch(identity.issuer)).status).toBe(503);
});
