import { getDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { expect, test } from "vitest";
import { openidProvider } from "../../../adapters/sessions/openid-provider.ts";
import { documentedProviders } from "./documented-providers.ts";
import { clientId, clientSecret, PlayedProvider } from "./played-provider.ts";

const consoleUrl = "https://console.example.com";
const issuer = "https://login.example.com/tenant";
const email = "ann@example.com";

/** The service in front of a provider, at a time that the test moves. */
function serviceAt(provider: PlayedProvider, configured = provider.issuer) {
  const clock = { nowMs: 0, now: () => clock.nowMs };
  const service = openidProvider({
    issuer: configured,
    clientId,
    consoleUrl,
    readClientSecret: async () => clientSecret,
    clock,
    fetch: provider.fetch,
  });
  return { service, clock };
}

async function signInAt(
  provider: PlayedProvider,
  { service } = serviceAt(provider),
  more: Record<string, string> = {},
) {
  const begun = await service.begin();
  if (begun.result === "failed") return begun;
  const callback = provider.signIn(begun.url, more);
  return await service.finish(callback, { ...begun, returnTo: "/", startedMs: 0 });
}

test.each(documentedProviders)("people sign in and out at $name", async (documented) => {
  const { issuer, claims, metadata, emailVerified, signOut } = documented;
  const provider = new PlayedProvider(issuer, claims, metadata);
  const at = serviceAt(provider);
  const outcome = await signInAt(provider, at, { iss: issuer });
  const identity = { issuer, subject: "subject", email, emailVerified, name: "Ann" };
  expect(outcome).toMatchObject({ result: "identified", identity });
  const hint = outcome.result === "identified" ? outcome.signOutHint : undefined;
  const left = await at.service.signOut(hint);
  if (signOut === "none") {
    expect([hint, left]).toEqual([undefined, { result: "none", host: new URL(issuer).host }]);
    return;
  }
  const values: Record<string, string> = {
    CLIENT: clientId,
    CONSOLE: `${consoleUrl}/`,
    TOKEN: provider.lastIdToken,
  };
  const sent = Object.entries(signOut).map(([name, value]) => [name, values[value] ?? value]);
  if (left.result !== "known") throw new Error(left.result);
  const { origin, pathname, searchParams } = new URL(left.url);
  expect(`${origin}${pathname}`).toBe(provider.metadata.end_session_endpoint);
  expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(sent));
});

/** What is otherwise at a provider; its metadata are added to those that it has. */
type Change =
  | Partial<Omit<PlayedProvider, "metadata">>
  | { metadata: object }
  | ((provider: PlayedProvider) => unknown);

function change(provider: PlayedProvider, changed: Change): void {
  if (typeof changed === "function") return void changed(provider);
  const { metadata } = provider;
  Object.assign(provider, changed);
  provider.metadata = { ...metadata, ...("metadata" in changed && changed.metadata) };
}

test.each<[string, Change]>([
  [
    "a list of audiences that names us as the authorized party",
    { claims: { aud: [clientId, "other"], azp: clientId } },
  ],
  ["a list of one audience", { claims: { aud: [clientId] } }],
  ["a clock that is an hour ahead, where no time forbids it", { aheadSeconds: 3_600 }],
  [
    "claims that nobody knows, and a token of 20 KB",
    {
      claims: {
        groups: Array.from({ length: 600 }, (_, index) => `group-${index}-${"x".repeat(20)}`),
      },
    },
  ],
])("%s is no obstacle", async (_, changed) => {
  const provider = new PlayedProvider(issuer);
  change(provider, changed);
  expect(await signInAt(provider)).toMatchObject({ result: "identified" });
});

test.each<[string, Change, string, object]>([
  ["HS256", { alg: "HS256" }, "algorithm", { received: "HS256" }],
  [
    "HS256 that the metadata allow",
    { alg: "HS256", metadata: { id_token_signing_alg_values_supported: ["HS256", "RS256"] } },
    "algorithm",
    { received: "HS256" },
  ],
  [
    "a clock that is an hour behind",
    { aheadSeconds: -3_700 },
    "clock",
    { claim: "exp", providersClockAheadSeconds: expect.closeTo(-3_700, -1) },
  ],
  [
    "a clock that is an hour ahead, with `nbf`",
    (one) => {
      one.aheadSeconds = 3_600;
      one.claims = { nbf: Date.now() / 1_000 + 3_600 };
    },
    "clock",
    { claim: "nbf", providersClockAheadSeconds: expect.closeTo(3_600, -1) },
  ],
  ["a key that is not published", (one) => one.rotateKey(true), "keys", { alg: "RS256" }],
  [
    "a list of audiences without an authorized party",
    { claims: { aud: [clientId, "other"] } },
    "audience",
    { claim: "aud", received: [clientId, "other"] },
  ],
  [
    "a list of audiences for another party",
    { claims: { aud: [clientId, "other"], azp: "other" } },
    "audience",
    { claim: "azp", azp: "other" },
  ],
  ["another client's token", { claims: { aud: "other" } }, "audience", { received: ["other"] }],
  [
    "a token of another issuer",
    { claims: { iss: `${issuer}/` } },
    "issuer",
    { expected: issuer, received: `${issuer}/` },
  ],
  [
    "another sign-in's nonce",
    { claims: { nonce: "n".repeat(43) } },
    "not_this_sign_in",
    { claim: "nonce" },
  ],
  ["a subject that is none", { claims: { sub: 7 } }, "token", {}],
  [
    "a client secret that is refused with a challenge",
    { tokens: new Response("", { status: 401, headers: { "www-authenticate": "Basic" } }) },
    "client_refused",
    { code: "HTTP_401" },
  ],
  [
    "no token endpoint",
    { metadata: { token_endpoint: undefined } },
    "metadata",
    { attribute: "token_endpoint" },
  ],
  [
    "a UserInfo endpoint that refuses",
    {
      claims: { email: undefined },
      userInfo: new Response("", { status: 403, headers: { "www-authenticate": "Bearer" } }),
    },
    "userinfo",
    {},
  ],
  [
    "a UserInfo endpoint that speaks of somebody else",
    { claims: { email: undefined }, userInfo: Response.json({ sub: "somebody else", email }) },
    "userinfo",
    {},
  ],
  [
    "a token endpoint that does not respond",
    { down: `${issuer}/token` },
    "unavailable",
    { code: "OAUTH_RESPONSE_IS_NOT_CONFORM", status: 503 },
  ],
  [
    "metadata that do not respond",
    { down: `${issuer}/.well-known` },
    "unavailable",
    { code: "OAUTH_RESPONSE_IS_NOT_CONFORM" },
  ],
])("%s has a cause of its own, and nothing of the person", async (_, changed, cause, detail) => {
  const provider = new PlayedProvider(issuer, { email });
  change(provider, changed);
  const outcome = await signInAt(provider);
  expect(outcome).toMatchObject({ result: "failed", cause, detail });
  expect(JSON.stringify(outcome)).not.toMatch(/ann@|subject|access-token|eyJ/);
});

test.each([
  ["https://login.example.com/tenant", "https://login.example.com/tenant/"],
  ["https://login.example.com/tenant/", "https://login.example.com/tenant"],
  ["https://login.example.com/tenant", "http://login.example.com/tenant"],
  [
    "https://login.microsoftonline.com/common/v2.0",
    "https://login.microsoftonline.com/{tenantid}/v2.0",
  ],
])("%s that calls itself %s is named with both", async (expected, received) => {
  const provider = new PlayedProvider(expected, {}, { issuer: received });
  const detail = { expected, received };
  expect(await signInAt(provider)).toEqual({ result: "failed", cause: "issuer", detail });
});

test("a host without a path is the same issuer with and without a slash", async () => {
  const provider = new PlayedProvider("https://example.eu.auth0.com/");
  const at = serviceAt(provider, "https://example.eu.auth0.com");
  const outcome = await signInAt(provider, at);
  const identity = { issuer: "https://example.eu.auth0.com/" };
  expect(outcome).toMatchObject({ result: "identified", identity });
});

test.each([
  ["access_denied", "cancelled"],
  ["interaction_required", "interaction_required"],
  ["consent_required", "interaction_required"],
  ["temporarily_unavailable", "provider_refused"],
])("the error %s in the response is %s", async (error, cause) => {
  const provider = new PlayedProvider(issuer);
  expect(await signInAt(provider, serviceAt(provider), { error })).toEqual({
    result: "failed",
    cause,
    detail: { code: error },
  });
});

test("a key that is published between two sign-ins signs the second", async () => {
  const provider = new PlayedProvider(issuer);
  const at = serviceAt(provider);
  for (const _ of [1, 2, 3]) {
    expect(await signInAt(provider, at)).toMatchObject({ result: "identified" });
    provider.rotateKey();
  }
});

const discoveries = ({ asked }: PlayedProvider) =>
  asked.filter((url) => url.includes("/.well-known/")).length;

test("metadata are read again after an hour, and stay in use while they cannot be read", async () => {
  const provider = new PlayedProvider(issuer);
  const at = serviceAt(provider);
  await signInAt(provider, at);
  at.clock.nowMs += 3_599_000;
  await signInAt(provider, at);
  expect(discoveries(provider)).toBe(1);
  at.clock.nowMs += 1_000;
  provider.down = `${issuer}/.well-known`;
  for (const _ of [1, 2]) {
    expect(await signInAt(provider, at)).toMatchObject({ result: "identified" });
    // Not with each sign-in.
    expect(discoveries(provider)).toBe(2);
  }
});

test("an endpoint that has moved is found at once, for the sign-in that missed it", async () => {
  const provider = new PlayedProvider(issuer);
  const at = serviceAt(provider);
  await signInAt(provider, at);
  at.clock.nowMs += 60_000;
  provider.metadata = { ...provider.metadata, token_endpoint: `${issuer}/v2/token` };
  expect(await signInAt(provider, at)).toMatchObject({ result: "identified" });
});

test("nobody makes the service read the metadata more than once a minute", async () => {
  const provider = new PlayedProvider(issuer);
  const at = serviceAt(provider);
  await signInAt(provider, at);
  at.clock.nowMs += 60_000;
  provider.down = `${issuer}/token`;
  for (const _ of [1, 2, 3]) await signInAt(provider, at);
  expect(discoveries(provider)).toBe(2);
  provider.down = undefined;
  at.clock.nowMs += 60_000;
  // What a browser can forge causes none at all.
  const forged = await signInAt(provider, at, { iss: "https://evil.example" });
  expect(forged).toMatchObject({ result: "failed", cause: "not_this_sign_in" });
  expect(discoveries(provider)).toBe(2);
});

test.each([
  [{ login_hint: "O.ABC", sid: "s1" }, "O.ABC"],
  [{ sid: "s1" }, "s1"],
  [{}, email],
])("an ID token too long for a cookie leaves a hint: %j", async (claims, logout_hint) => {
  const provider = new PlayedProvider(issuer, { email, groups: "g".repeat(3_000), ...claims });
  const at = serviceAt(provider);
  const outcome = await signInAt(provider, at);
  const hint = outcome.result === "identified" ? (outcome.signOutHint ?? "") : "";
  expect(hint.length).toBeLessThan(400);
  const left = await at.service.signOut(hint);
  expect(left).toMatchObject({ result: "unsure", host: "login.example.com" });
  expect(new URL("url" in left ? left.url : "").searchParams.get("logout_hint")).toBe(logout_hint);
});

test.each([undefined, "", "a.b", "%00.%00.%00", "hint", "a.b.c.d"])(
  "the hint %j of a browser does no harm",
  async (hint) => {
    const provider = new PlayedProvider(issuer);
    expect(["unsure", "known"]).toContain((await serviceAt(provider).service.signOut(hint)).result);
  },
);

test("a provider's address has time for a round trip to another continent", () => {
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThanOrEqual(1_000);
});
