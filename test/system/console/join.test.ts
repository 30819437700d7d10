import { describe, expect, test } from "vitest";
import { AcceptedInvitation, MemberList } from "../../../api/private/members.ts";
import { newAddress } from "../fetch-from.ts";
import { createInvitation, createMember } from "../people-service.ts";
import { askConsole, createOrganization, signIn } from "../service.ts";
import { consoleUser } from "./console-user.ts";
import { askUnlimited, openUntilLimited } from "./unknown-links.ts";

async function post(path: string, body: unknown, cookie?: string) {
  const signedIn = cookie === undefined ? {} : { cookie };
  const response = await askUnlimited(() =>
    askConsole(`/api/organization/join/${path}`, { method: "POST", body, ...signedIn }),
  );
  return { status: response.status, body: await response.json() };
}

const look = (token: string) => post("look", { token });
const accept = (token: string, cookie?: string) => post("accept", { token }, cookie);

async function invited(email: string) {
  const organization = await createOrganization("free");
  return { organization, ...(await createInvitation(organization, { email, role: "admin" })) };
}

describe("an invitation's link", () => {
  test("shows who invites to a person who is signed out, and lets nobody in", async () => {
    const { token, organization } = await invited("kim@people.example");
    expect(await look(token)).toEqual({
      status: 200,
      body: {
        organizationName: organization.name,
        email: "kim@people.example",
        role: "admin",
        expiresAt: expect.any(String),
      },
    });
    expect(await accept(token)).toEqual({ status: 401, body: { error: "Sign in first" } });
  });

  test("that nobody made is counted for the viewer whom the CDN names", async () => {
    const request = { method: "POST", body: { token: "unknown" }, address: newAddress() } as const;
    expect((await askConsole("/api/organization/join/look", request)).status).toBe(404);
  });

  test("makes its person a member, once", async () => {
    const { person, cookie } = await signIn();
    const { token, organization } = await invited(person.email ?? "");
    const accepted = await accept(token, cookie);
    expect(accepted).toEqual({
      status: 200,
      body: { organizationId: organization.id, memberId: expect.stringMatching(/^mem_/) },
    });
    const path = `/api/organization/${organization.id}/members`;
    const { members } = MemberList.parse(await (await askConsole(path, { cookie })).json());
    const { memberId } = AcceptedInvitation.parse(accepted.body);
    expect(members).toMatchObject([{ id: memberId, role: "admin" }]);
    const again = { status: 409, body: { error: expect.stringContaining("accepted already") } };
    expect(await accept(token, cookie)).toEqual(again);
    expect(await look(token)).toEqual(again);
    const second = await signIn({ email: person.email });
    expect(await accept(token, second.cookie)).toEqual(again);
  });

  test("is refused to another person, and stays open", async () => {
    const { token } = await invited("kim@people.example");
    const { cookie } = await signIn({ email: "kim@people.example", emailVerified: false });
    const error = expect.stringMatching(/nobody confirms that kim@people\.example is yours/);
    expect(await accept(token, cookie)).toEqual({ status: 409, body: { error } });
    expect((await look(token)).status).toBe(200);
    const { cookie: right } = await signIn({ email: "Kim@People.example" });
    expect((await accept(token, right)).status).toBe(200);
  });

  test("lets nobody back in by an invitation from before the removal", async () => {
    const owner = await consoleUser("owner");
    const second = await consoleUser("owner", owner.organization);
    const other = await signIn();
    const body = { email: other.person.email, role: "owner" };
    const invitations = "POST /api/organization/{organizationId}/invitations";
    const token = new URL((await second.reply(invitations, {}, body)).url).hash.slice(1);
    const remove = "DELETE /api/organization/{organizationId}/members/{memberId}";
    await owner.reply(remove, { memberId: second.member.id });
    const refused = { status: 409, body: { error: expect.stringContaining("no longer") } };
    expect(await accept(token, other.cookie)).toEqual(refused);
  });

  test("a revoked one responds like an unknown one", async () => {
    const { cookie, person } = await signIn();
    const { token, organization, id } = await invited(person.email ?? "");
    const owner = await createMember(organization, "owner");
    const path = `/api/organization/${organization.id}/invitations/${id}`;
    expect((await askConsole(path, { cookie: owner.cookie, method: "DELETE" })).status).toBe(200);
    const never = await look(`org_0123456789ABCDEFGHIJ.inv_0123456789ABCDEFGHIJ.${"x".repeat(43)}`);
    expect(never.status).toBe(404);
    expect(await look(token)).toEqual(never);
    expect(await accept(token, cookie)).toEqual(never);
    const guessed = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect(await look(guessed)).toEqual(never);
  });
});

test("who opens many unknown links from one address is told to wait", async () => {
  const guess = () =>
    askConsole("/api/organization/join/look", { method: "POST", body: { token: "x" } });
  const limited = await openUntilLimited(guess);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  const { token } = await invited("kim@people.example");
  const open = { method: "POST", body: { token } } as const;
  expect((await askConsole("/api/organization/join/look", open)).status).toBe(200);
});
