import { randomUUID } from "node:crypto";
import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { SessionView } from "../../../../api/private/sessions.ts";
import { renameOrganization } from "../../../../core/organizations/organization-changes.ts";
import { parseSessionValue } from "../../../../core/sessions/session.ts";
import { createMember, operator } from "../../people-service.ts";
import { askConsole, client, createOrganization, outputs, signIn, stores } from "../../service.ts";

const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const sessionOf = async (cookie: string) => (await askConsole("/api/session", { cookie })).status;

/** The key of a session in its table, which its cookie is not. */
function hashOf(cookie: string): string {
  return parseSessionValue(cookie.slice(cookie.indexOf("=") + 1))?.sessionHash ?? "";
}

async function setTimes(cookie: string, times: { createdAt?: string; lastSeenAt?: string }) {
  for (const [name, value] of Object.entries(times)) {
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.SessionsTable,
        Key: marshall({ sessionHash: hashOf(cookie) }),
        UpdateExpression: "SET #name = :value",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: marshall({ ":value": value }),
      }),
    );
  }
}

async function stored(cookie: string) {
  const Key = marshall({ sessionHash: hashOf(cookie) });
  const found = await client.send(new GetItemCommand({ TableName: outputs.SessionsTable, Key }));
  return found.Item && unmarshall(found.Item);
}

test("the console learns who is signed in, and their organizations by name", async () => {
  const [first, second] = [
    await createOrganization("free"),
    await createOrganization("enterprise"),
  ];
  await renameOrganization(stores, { organizationId: first.id, name: "Zoo" }, operator);
  await renameOrganization(stores, { organizationId: second.id, name: "Arena" }, operator);
  const signedIn = await createMember(first, "owner");
  const { person, cookie, member } = await createMember(second, "member", signedIn);
  const response = await askConsole("/api/session", { cookie });
  const view = SessionView.parse(await response.json());
  expect(view.person).toEqual({ id: person.id, name: person.name, email: person.email });
  expect(view.organizations).toMatchObject([
    { id: second.id, name: "Arena", plan: "enterprise", role: "member", memberId: member.id },
    { id: first.id, name: "Zoo", plan: "free", role: "owner" },
  ]);
});

test.each([
  ["12 hours idle", { lastSeenAt: ago(12 * hour) }],
  ["7 days old, though in use", { createdAt: ago(7 * 24 * hour) }],
])("a session that is %s is over", async (_, times) => {
  const { cookie } = await signIn();
  expect(await sessionOf(cookie)).toBe(200);
  await setTimes(cookie, times);
  expect(await sessionOf(cookie)).toBe(401);
});

test("that a session is in use is written once in five minutes", async () => {
  const { cookie } = await signIn();
  const lastSeenAt = ago(4 * 60_000);
  await setTimes(cookie, { lastSeenAt });
  await sessionOf(cookie);
  expect(await stored(cookie)).toMatchObject({ lastSeenAt });
  const old = ago(6 * 60_000);
  await setTimes(cookie, { lastSeenAt: old });
  await Promise.all(Array.from({ length: 5 }, () => sessionOf(cookie)));
  const { lastSeenAt: seen, expiresAt } = (await stored(cookie)) ?? {};
  expect(Date.now() - Date.parse(seen)).toBeLessThan(60_000);
  expect(expiresAt * 1_000 - Date.parse(seen)).toBeGreaterThanOrEqual(12 * hour);
});

test("stored values cannot be used as cookies", async () => {
  const { cookie, person } = await signIn();
  const sessionHash = hashOf(cookie);
  const item = JSON.stringify(await stored(cookie));
  expect(item).not.toContain(cookie.split(".")[1]);
  const asSecret = Buffer.from(sessionHash, "hex").toString("base64url");
  for (const value of [sessionHash, `${person.id}.${sessionHash}`, `${person.id}.${asSecret}`]) {
    expect(await sessionOf(`__Host-session=${value}`)).toBe(401);
  }
});

test("the secret of one person's session is worth nothing with another's id", async () => {
  const [one, other] = [await signIn(), await signIn()];
  const secret = one.cookie.split(".")[1];
  expect(await sessionOf(`__Host-session=${other.person.id}.${secret}`)).toBe(401);
});

test.each([
  "__Host-session=.",
  `__Host-session=per_${"a".repeat(20)}.${"b".repeat(43)}`,
  `__Host-session=${"x".repeat(3_000)}`,
  ";;;=;= ; __proto__=1",
])("the cookies %j are nobody's", async (cookie) => {
  const response = await askConsole("/api/session", { headers: { cookie } });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ error: "Sign in first" });
});

test("a cookie of a name that only ends or begins like the session's is another cookie", async () => {
  const { cookie } = await signIn();
  const value = cookie.slice(cookie.indexOf("=") + 1);
  expect(await sessionOf(`x__Host-session=${value}`)).toBe(401);
  expect(await sessionOf(`__Host-sessions=${value}`)).toBe(401);
  expect(await sessionOf(`a=1; ${cookie}; b=2`)).toBe(200);
});

const json = { "content-type": "application/json" };

test.each<[string, Record<string, string>, number]>([
  ["a page of this origin", { ...json, "sec-fetch-site": "same-origin" }, 200],
  ["an old browser at this origin", { ...json, origin: outputs.ConsoleUrl }, 200],
  ["another site", { ...json, "sec-fetch-site": "cross-site" }, 403],
  ["a sibling of the site", { ...json, "sec-fetch-site": "same-site" }, 403],
  ["nobody, as an address that is typed", { ...json, "sec-fetch-site": "none" }, 403],
  [
    "another site that names this origin",
    { ...json, "sec-fetch-site": "cross-site", origin: outputs.ConsoleUrl },
    403,
  ],
  ["an old browser elsewhere", { ...json, origin: "https://evil.example" }, 403],
  ["a program that says nothing", json, 403],
  ["a form of this origin", { "content-type": "text/plain", "sec-fetch-site": "same-origin" }, 415],
])("%s asks to sign out: %j is %d", async (_, headers, status) => {
  const { cookie } = await signIn();
  const response = await fetch(`${outputs.ConsoleUrl}/api/session/end`, {
    method: "POST",
    headers: { cookie, ...headers },
    body: "{}",
  });
  expect(response.status).toBe(status);
  expect(await sessionOf(cookie)).toBe(status === 200 ? 401 : 200);
});

test("a path of the console that does not exist says nothing about a session", async () => {
  const { cookie } = await signIn();
  for (const headers of [{}, { cookie }]) {
    const response = await askConsole(`/api/${randomUUID()}`, { headers });
    expect(response.status).toBe(404);
  }
  const wrongMethod = await askConsole("/api/session/end", { cookie });
  expect([wrongMethod.status, wrongMethod.headers.get("allow")]).toEqual([405, "POST"]);
  const page = await askConsole("/organizations/x/y", { method: "POST", body: {} });
  expect([page.status, page.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test.each([
  "/api/organization/org%2Fother/members",
  "/api/organization/%2e%2e/members",
  "/api/organization/%00/members",
  `/api/organization/${"o".repeat(3_000)}/members`,
  "/api/organization/%E0%A4%A/members",
  "/api/gates/a%2Fcounters%2Fb",
])("the path %s belongs to nothing of this person", async (path) => {
  const { cookie } = await signIn();
  const response = await askConsole(path, { cookie });
  expect([401, 404]).toContain(response.status);
  const body = await response.json();
  const { error, code, ...others } = body as Record<string, unknown>;
  expect(error).toEqual(expect.any(String));
  expect([undefined, "NOT_A_MEMBER"]).toContain(code);
  expect(others).toEqual({});
});
