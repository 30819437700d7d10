import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DeletionProgress, DeletionView } from "../../../../api/private/deletion.ts";
import { SessionView } from "../../../../api/private/sessions.ts";
import { beginDeletion } from "../../../../core/data/deletion.ts";
import type { Role } from "../../../../core/members/role.ts";
import { renameOrganization } from "../../../../core/organizations/organization-changes.ts";
import { newAddress } from "../../fetch-from.ts";
import { fullOrganization, tracesOf } from "../../full-organization.ts";
import { createMember, operator } from "../../people-service.ts";
import {
  askConsole,
  createKey,
  createOrganization,
  get,
  getSite,
  signIn,
  stores,
} from "../../service.ts";
import { createEndpoint } from "../../webhooks/webhook-service.ts";
import { type AskedRoute, askedRoutes, askFor, oneOfEachArea } from "../asked-routes.ts";

/** Serves a deletion, or may notice some seconds late that one has begun. */
const works: AskedRoute[] = [
  "GET /api/deletion/{organizationId}",
  "GET /api/setup/{organizationId}/counters/live",
  "GET /api/organizations/{organizationId}/counters/{counterId}",
];

const pathOf = ({ id }: { id: string }, rest = "") => `/api/deletion/${id}${rest}`;

async function post(path: string, cookie: string | undefined, body: unknown = {}) {
  const response = await askConsole(path, { ...(cookie && { cookie }), method: "POST", body });
  return { status: response.status, body: await response.json() };
}

/** Asks for steps until the deletion is over; returns the status of the last one. */
async function finish(organization: { id: string }, cookie: string): Promise<number> {
  for (;;) {
    const { status, body } = await post(pathOf(organization, "/steps"), cookie);
    if (status !== 200) return status;
    if (DeletionProgress.parse(body).state === "deleted") return status;
  }
}

test.each(["", "/steps"])("only owners may ask for POST /api/deletion/…%s", async (rest) => {
  const organization = await createOrganization("pro");
  const foreign = await createOrganization("pro");
  const path = pathOf(organization, rest);
  const body = { name: organization.name };
  const asked = async (role: Role | "stranger" | "signed out") => {
    if (role === "signed out") return (await post(path, undefined, body)).status;
    if (role === "stranger") {
      const { cookie } = await createMember(foreign, "owner");
      return (await post(path, cookie, body)).status;
    }
    return (await post(path, (await createMember(organization, role)).cookie, body)).status;
  };
  expect(await asked("admin")).toBe(403);
  expect(await asked("member")).toBe(403);
  expect(await asked("stranger")).toBe(404);
  expect(await asked("signed out")).toBe(401);
  expect(await stores.organizations.get(organization.id)).toBeDefined();
});

test("nothing goes without the name, and no step without a deletion", async () => {
  const organization = await createOrganization("pro");
  const { cookie } = await createMember(organization, "owner");
  for (const name of ["", "test", "Test 2", "T\u200best", organization.id]) {
    const refused = await post(pathOf(organization), cookie, { name });
    expect(refused).toMatchObject({ status: 400, body: { code: "WRONG_NAME" } });
  }
  const step = await post(pathOf(organization, "/steps"), cookie);
  expect(step).toMatchObject({ status: 409, body: { code: "NO_DELETION" } });
  expect(await stores.organizations.get(organization.id)).toBeDefined();
});

// Composed on the keyboard, stored in parts.
test("an owner who types its name deletes an organization, and is gone with it", async () => {
  const name = "W\"<b>&'\u202e🚪 Muse\u0301e";
  const organization = await createOrganization("pro");
  await createKey(organization);
  const events = ["counter.increment" as const];
  const url = "https://receiver.example";
  await createEndpoint({ organizationId: organization.id, url, events });
  const { cookie, person } = await createMember(organization, "owner");
  await renameOrganization(stores, { organizationId: organization.id, name }, operator);
  const shown = await askConsole(pathOf(organization), { cookie });
  const view = DeletionView.parse(await shown.json());
  expect(view).toMatchObject({ state: "possible", name, summary: { members: { count: 1 } } });
  const done = await post(pathOf(organization), cookie, { name: ` ${name.normalize("NFC")}` });
  expect(done).toEqual({ status: 200, body: { state: "deleted" } });
  // The log names who accepted the invitation; what was read this minute expires within ten.
  expect(await tracesOf([person.id])).toEqual(["AuditEntries", "RateLimits", "Sessions"]);
  expect((await askConsole("/api/session", { cookie })).status).toBe(401);
  const { entries } = await stores.auditLog.list({ organizationId: organization.id, limit: 1 });
  expect(entries).toMatchObject([
    {
      action: "org.delete",
      actor: { kind: "member" },
      target: { kind: "organization", id: organization.id, name },
      before: { name, plan: "pro", had: expect.arrayContaining(["1 member"]) },
      after: null,
    },
  ]);
});

test("once it has begun nothing of the organization works, and any owner can go on", async () => {
  const full = await fullOrganization();
  const { organization, elsewhere, counter, gate, owner, admin } = full;
  const second = await createMember(organization, "owner");
  const member = await createMember(organization, "member");
  // Each area's function authorizes all its routes alike.
  const keys = (Object.keys(askedRoutes) as AskedRoute[]).filter((key) => !works.includes(key));
  const [reads, changes] = [true, false].map((isRead) =>
    oneOfEachArea(keys.filter((key) => key.startsWith("GET ") === isRead)),
  );
  if (reads === undefined || changes === undefined) throw new Error("no routes");
  const statusFor = async (key: AskedRoute) => {
    const as = { cookie: owner.cookie, id: "mem_0123456789ABCDEFGHIJ" };
    return (await askFor(key, { organization, counter }, as)).status;
  };
  for (const key of reads) {
    expect([key, await statusFor(key)]).toEqual([key, expect.toBeOneOf([200, 404])]);
  }
  await beginDeletion(stores, { organizationId: organization.id }, operator);
  // Polled routes keep for ten seconds that no deletion has begun; these must not.
  for (const key of reads) expect([key, await statusFor(key)]).toEqual([key, 404]);

  expect((await get("/api/v1/counters", full.key)).status).toBe(401);
  expect((await getSite(`/embed/${full.embed}`)).status).toBe(404);
  expect((await getSite(`/embed/${full.embed}/count`)).status).toBe(404);
  const tap = { id: randomUUID(), direction: "up", tappedAt: new Date().toISOString() };
  const taps = { taps: [tap] };
  const gatePath = `/api/gates/${gate.gate.id}`;
  expect((await askConsole(gatePath, { cookie: gate.cookie })).status).toBe(401);
  const gateCounter = `${gatePath}/counters/${counter.id}`;
  expect((await askConsole(gateCounter, { cookie: gate.cookie })).status).toBe(401);
  expect((await post(`${gateCounter}/taps`, gate.cookie, taps)).status).toBe(401);
  // From addresses of their own: many tests open unknown links from this machine's.
  const unknown = (path: string, body: unknown, cookie?: string) =>
    askConsole(path, { method: "POST", body, address: newAddress(), ...(cookie && { cookie }) });
  expect((await unknown("/api/gates/open", { token: gate.token })).status).toBe(404);
  const invited = await signIn({ email: full.invitedEmail });
  const token = { token: full.invitation.token };
  expect((await unknown("/api/organization/join/look", token, invited.cookie)).status).toBe(404);
  expect((await unknown("/api/organization/join/accept", token, invited.cookie)).status).toBe(404);
  const ownTaps = `/api/organizations/${organization.id}/counters/${counter.id}/taps`;
  expect((await post(ownTaps, member.cookie, taps)).status).toBe(404);
  const home = `/api/counters/${counter.id}`;
  expect((await askConsole(home, { cookie: member.cookie })).status).toBe(404);
  for (const key of changes) expect([key, await statusFor(key)]).toEqual([key, 404]);

  const session = async (cookie: string) =>
    SessionView.parse(await (await askConsole("/api/session", { cookie })).json());
  expect(await session(owner.cookie)).toMatchObject({
    organizations: [],
    deletions: [{ id: organization.id, name: organization.name }],
  });
  const others = { organizations: [{ id: elsewhere.id, role: "owner" }], deletions: [] };
  expect(await session(admin.cookie)).toMatchObject(others);
  const view = await askConsole(pathOf(organization), { cookie: second.cookie });
  expect(DeletionView.parse(await view.json())).toMatchObject({ state: "begun" });
  expect((await post(pathOf(organization, "/steps"), admin.cookie)).status).toBe(403);

  expect(await finish(organization, second.cookie)).toBe(200);
  expect(await session(admin.cookie)).toMatchObject(others);
  expect((await post(pathOf(organization, "/steps"), second.cookie)).status).toBe(401);
  expect((await post(pathOf(organization, "/steps"), admin.cookie)).status).toBe(404);
});
