import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openidProvider } from "../../../adapters/sessions/openid-provider.ts";
import {
  type IdentityProvider,
  startIdentityProvider,
} from "../../../local/identity/identity-provider.ts";
import { listen } from "../../../local/ports.ts";

const consoleUrl = "http://localhost:3003";
let folder: string;
let identity: IdentityProvider;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "openid-provider-"));
  identity = await startIdentityProvider({ folder, port: 0 });
  identity.serve({ consoleUrl, people: [] });
});
afterEach(async () => {
  await identity[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const providerWith = (secrets: string[]) => {
  const read: string[] = [];
  const provider = openidProvider({
    issuer: identity.issuer,
    clientId: identity.clientId,
    consoleUrl,
    clock: Date,
    readClientSecret: async () => {
      read.push(secrets[read.length] ?? "");
      return read.at(-1) ?? "";
    },
  });
  return { provider, read };
};

/** What a person does in a browser between "begin" and "finish". */
async function signedIn({ provider }: ReturnType<typeof providerWith>) {
  const begun = await provider.begin();
  if (begun.result !== "begun") throw new Error(begun.result);
  const cookies: string[] = [];
  const go = async (url: string, init: RequestInit = {}) => {
    const headers = { cookie: cookies.join("; ") };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    cookies.push(...response.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
    return new URL(response.headers.get("location") ?? "", url);
  };
  const page = await go(begun.url);
  const body = new URLSearchParams({ email: "ann@example.com" });
  const resume = await go(page.href, { method: "POST", body });
  const { state, nonce, codeVerifier } = begun;
  const attempt = { state, nonce, codeVerifier, returnTo: "/", startedMs: 0 };
  return { callback: await go(resume.href), attempt };
}

test("a person is identified, with what only the UserInfo endpoint says", async () => {
  const { provider, read } = providerWith([identity.clientSecret]);
  const { callback, attempt } = await signedIn({ provider, read });
  expect(await provider.finish(callback, attempt)).toEqual({
    result: "identified",
    identity: {
      issuer: identity.issuer,
      subject: expect.stringMatching(/^\w{20}$/),
      email: "ann@example.com",
      emailVerified: true,
      name: null,
    },
    signOutHint: expect.stringMatching(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/),
  });
  await provider.begin();
  expect(read).toHaveLength(1);
});

test("a client secret that was replaced is read again after the first refusal, which says no secret", async () => {
  const made = providerWith(["the old one", identity.clientSecret]);
  const first = await signedIn(made);
  expect(await made.provider.finish(first.callback, first.attempt)).toEqual({
    result: "failed",
    cause: "client_refused",
    detail: { code: "invalid_client" },
  });
  const second = await signedIn(made);
  const outcome = await made.provider.finish(second.callback, second.attempt);
  expect(outcome.result).toBe("identified");
  expect(made.read).toHaveLength(2);
});

/** A provider of which this is all. */
async function withServer(
  respond: RequestListener,
  use: (issuer: string) => Promise<void>,
): Promise<void> {
  const server = createServer(respond);
  const issuer = `http://127.0.0.1:${await listen(server, 0)}`;
  await use(issuer).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

const newProvider = (issuer: string) =>
  openidProvider({ issuer, clientId: "c", consoleUrl, clock: Date, readClientSecret: undefined });

test.each<[string, RequestListener]>([
  ["503", (_, response) => response.writeHead(503).end()],
  ["a page", (_, response) => response.setHeader("content-type", "text/html").end("<p>Sorry</p>")],
  [
    "half of a document",
    (_, response) => response.setHeader("content-type", "application/json").end("{"),
  ],
  ["nothing", (request) => request.socket.destroy()],
])(
  "a provider that responds with %s is unavailable, and asked again the next time",
  async (_, respond) => {
    let asked = 0;
    await withServer(
      (request, response) => {
        asked += 1;
        respond(request, response);
      },
      async (issuer) => {
        const provider = newProvider(issuer);
        for (const times of [1, 2]) {
          expect(await provider.begin()).toMatchObject({ cause: "unavailable" });
          expect(asked).toBeGreaterThanOrEqual(times);
        }
      },
    );
  },
);

test("plain HTTP is refused everywhere but on this machine", async () => {
  expect(await newProvider("http://login.example.com").begin()).toMatchObject({
    cause: "metadata",
    detail: { code: "OAUTH_HTTP_REQUEST_FORBIDDEN" },
  });
});
