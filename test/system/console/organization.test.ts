import { beforeAll, describe, expect, test } from "vitest";
import { AuditPageView } from "../../../api/private/audit.ts";
import { CreatedGate } from "../../../api/private/gates.ts";
import { CreatedInvitation } from "../../../api/private/members.ts";
import { createMember, createStaff, type Staff } from "../people-service.ts";
import { askConsole } from "../service.ts";

let staff: Staff;

beforeAll(async () => {
  staff = await createStaff();
});

describe("a role that changes", () => {
  test("holds from the next request on: demoted, then removed", async () => {
    const own = await createStaff();
    const { cookie, member } = await createMember(own.organization, "admin");
    const list = () => askConsole(`/api/organization/${own.organization.id}/members`, { cookie });
    expect((await list()).status).toBe(200);
    const path = `/api/organization/${own.organization.id}/members/${member.id}`;
    const asOwner = { cookie: own.owner.cookie };
    const body = { role: "member" };
    const demoted = await askConsole(path, { ...asOwner, method: "PATCH", body });
    expect(await demoted.json()).toMatchObject({ id: member.id, role: "member" });
    expect((await list()).status).toBe(403);
    expect((await askConsole(path, { ...asOwner, method: "DELETE" })).status).toBe(200);
    expect((await list()).status).toBe(404);
  });

  test("of the last owner stays, and the response says what to do", async () => {
    const own = await createStaff();
    const path = `/api/organization/${own.organization.id}/members/${own.owner.member.id}`;
    const { cookie } = own.owner;
    const lastOwner = {
      error: "An organization needs an owner: make another member an owner first",
    };
    const demotion = await askConsole(path, { cookie, method: "PATCH", body: { role: "admin" } });
    expect([demotion.status, await demotion.json()]).toEqual([409, lastOwner]);
    const leaving = await askConsole(path, { cookie, method: "DELETE" });
    expect([leaving.status, await leaving.json()]).toEqual([409, lastOwner]);
  });

  test.each(["owner", "admin", "member"] as const)("ends when a %s leaves", async (role) => {
    const { cookie, member } = await createMember(staff.organization, role);
    const path = `/api/organization/${staff.organization.id}/members/${member.id}`;
    const left = await askConsole(path, { cookie, method: "DELETE" });
    expect([left.status, await left.json()]).toMatchObject([200, { id: member.id }]);
    expect((await askConsole(path, { cookie, method: "DELETE" })).status).toBe(404);
  });
});

describe("what the lists show", () => {
  test("members with names, addresses and roles, and no person's id", async () => {
    const { organization, owner, admin, member } = await createStaff();
    const path = `/api/organization/${organization.id}/members`;
    const text = await (await askConsole(path, { cookie: owner.cookie })).text();
    const { members } = JSON.parse(text);
    const ids = [owner, admin, member].map((signedIn) => signedIn.member.id);
    expect(members.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());
    expect(members[0]).toEqual({
      id: expect.stringMatching(/^mem_/),
      name: "Anna",
      email: expect.stringContaining("@people.example"),
      role: expect.any(String),
      joinedAt: expect.any(String),
    });
    expect(text).not.toContain("per_");
  });

  test("gates and invitations without their secrets; each link once, at its creation", async () => {
    const { organization, owner, counter } = await createStaff();
    const { cookie } = owner;
    const base = `/api/organization/${organization.id}`;
    const gate = { name: "N\"<b>&'🚪", counterIds: [counter.id], endsAt: null };
    const made = await askConsole(`${base}/gates`, { cookie, method: "POST", body: gate });
    const { url, ...record } = CreatedGate.parse(await made.json());
    expect([made.status, record]).toMatchObject([201, { name: "N\"<b>&'🚪", revokedAt: null }]);
    expect(url).toMatch(/\/gate#org_\w{20}\.gat_\w{20}\.[\w-]{43}$/);
    const invitation = { email: "Kim@Example.com", role: "member" };
    const invited = await askConsole(`${base}/invitations`, {
      cookie,
      method: "POST",
      body: invitation,
    });
    const { url: link, ...view } = CreatedInvitation.parse(await invited.json());
    expect([invited.status, view.email]).toEqual([201, "kim@example.com"]);
    expect(link).toMatch(/\/join#org_\w{20}\.inv_\w{20}\.[\w-]{43}$/);
    const lists = await Promise.all(
      ["gates", "invitations", "audit"].map(async (list) =>
        (await askConsole(`${base}/${list}`, { cookie })).json(),
      ),
    );
    expect(lists.slice(0, 2)).toEqual([{ gates: [record] }, { invitations: [view] }]);
    const text = JSON.stringify(lists);
    for (const secret of [url, link].map((address) => address.split(".").at(-1) ?? "")) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain("secretHash");
  });

  test("in the audit log who did what in the console", async () => {
    const { organization, owner, member } = await createStaff();
    const { cookie } = owner;
    const base = `/api/organization/${organization.id}`;
    const path = `${base}/members/${member.member.id}`;
    await askConsole(path, { cookie, method: "PATCH", body: { role: "admin" } });
    await askConsole(path, { cookie: member.cookie, method: "DELETE" });
    const page = await (await askConsole(`${base}/audit?limit=3`, { cookie })).json();
    const target = { kind: "member", id: member.member.id, name: "Anna" };
    expect(AuditPageView.parse(page).entries).toMatchObject([
      {
        action: "member.leave",
        actor: { kind: "member", id: member.member.id },
        target,
        before: { role: "admin" },
        after: null,
      },
      {
        action: "member.set-role",
        actor: { kind: "member", id: owner.member.id, name: "Anna" },
        target,
        before: { role: "member" },
        after: { role: "admin" },
      },
      {
        action: "invitation.accept",
        actor: { kind: "person", id: member.person.id },
        target,
        before: null,
        after: { role: "member" },
      },
    ]);
  });

  test("the audit log, newest first, page by page", async () => {
    const { organization, owner } = await createStaff();
    const { cookie } = owner;
    const base = `/api/organization/${organization.id}`;
    const pageOf = async (query: string) =>
      AuditPageView.parse(await (await askConsole(`${base}/audit?${query}`, { cookie })).json());
    const whole = await pageOf("limit=100");
    expect(whole.next).toBeNull();
    expect(whole.entries.length).toBeGreaterThanOrEqual(6);
    const times = whole.entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const paged: unknown[] = [];
    let from = "";
    for (let pages = 0; pages < 20; pages += 1) {
      const page = await pageOf(`limit=2${from}`);
      paged.push(...page.entries);
      if (page.next === null) break;
      from = `&from=${page.next}`;
    }
    expect(paged).toEqual(whole.entries);
  });

  test.each(["limit=0", "limit=101", "limit=x", "from=x", "since=yesterday"])(
    "the audit log refuses ?%s",
    async (query) => {
      const path = `/api/organization/${staff.organization.id}/audit?${query}`;
      const response = await askConsole(path, { cookie: staff.owner.cookie });
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: expect.stringContaining(query.split("=")[0] ?? ""), code: "INVALID_PARAMETER" },
      ]);
    },
  );
});

describe("a gate that cannot be made", () => {
  test.each([
    ["without a counter", { counterIds: [] }, 400],
    ["for more than 50 counters", { counterIds: Array.from({ length: 51 }, String) }, 400],
    ["without a name", { name: " " }, 400],
    ["with an end in the past", { endsAt: "2020-01-01T00:00:00Z" }, 400],
    ["with an end that is no time", { endsAt: "tomorrow" }, 400],
    ["for a counter that does not exist", { counterIds: ["ctr_0123456789ABCDEFGHIJ"] }, 404],
    ["for text that is no counter's id", { counterIds: ["__proto__"] }, 404],
  ])("%s", async (_, change, status) => {
    const body = { name: "Gate", counterIds: [staff.counter.id], ...change };
    const path = `/api/organization/${staff.organization.id}/gates`;
    const { cookie } = staff.admin;
    const response = await askConsole(path, { cookie, method: "POST", body });
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
  });

  test("for another organization's counter: as if it did not exist", async () => {
    const path = `/api/organization/${staff.organization.id}/gates`;
    const { cookie } = staff.owner;
    const responses = await Promise.all(
      [(await createStaff()).counter.id, "ctr_0123456789ABCDEFGHIJ"].map(async (counterId) => {
        const body = { name: "Gate", counterIds: [counterId] };
        const response = await askConsole(path, { cookie, method: "POST", body });
        return [response.status, await response.text()];
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
  });
});
