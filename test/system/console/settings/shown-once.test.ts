import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../../adapters/random.ts";
import type { StoredCounter } from "../../../../core/counters/counter.ts";
import type { EndpointKey } from "../../../../core/webhooks/endpoint.ts";
import { createMember } from "../../people-service.ts";
import {
  askConsole,
  createCounter,
  createKey,
  createOrganization,
  get,
  signIn,
  stores,
} from "../../service.ts";
import { setupPath } from "../counters/console-user.ts";

// What a page does whose response was lost: it sends the request of the same form again. Here the lost
// response showed what opens the new thing.

type Organization = Awaited<ReturnType<typeof createOrganization>>;

/** An owner of an organization, who asks with the session of now. */
async function ownerOf(organization: Organization) {
  const subject = randomBase62(20);
  const { cookie } = await createMember(organization, "owner", await signIn({ subject }));
  return user(organization, cookie, async () =>
    user(organization, (await signIn({ subject })).cookie),
  );
}

function user(organization: Organization, cookie: string, signInAgain = async () => ({ ask })) {
  async function ask(method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
    const ofOrganization = path.startsWith("/api/")
      ? path
      : `/api/organizations/{organizationId}${path}`;
    const url = ofOrganization.replace("{organizationId}", organization.id);
    const response = await askConsole(url, { method, cookie, body });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  return { organization, ask, signInAgain };
}
type User = Pick<Awaited<ReturnType<typeof ownerOf>>, "ask">;

interface Kind {
  what: string;
  path: string;
  /** Where one of them is revoked or deleted. */
  ownPath: (created: Created) => string;
  /** What a form sends that makes one; `other` is a second value of a field. */
  form: (other: boolean) => object;
  list: (body: Record<string, { revokedAt?: string | null }[]>) => unknown[];
  action: string;
  /** How a refusal names the first one, and the audit log too unless `logged` is given. */
  shown: string;
  logged?: string;
  /** The status of what is opened with what the response shows. */
  open: (created: Created) => Promise<number>;
}

interface Created {
  id: string;
  key: string;
  sessionId: string;
  url: string;
  endpoint: { id: string };
  secret: string;
}

async function openLink(path: string, { url }: { url: string }): Promise<number> {
  const body = { token: new URL(url).hash.slice(1) };
  return (await askConsole(path, { method: "POST", body })).status;
}

/** Everything that can be created with a secret, in an organization with one counter. */
function kindsOf({
  id: counterId,
  organizationId,
}: Pick<StoredCounter, "id" | "organizationId">): Kind[] {
  const name = (other: boolean) => (other ? "Other" : "Seven");
  return [
    {
      what: "API key",
      path: "/api/keys/{organizationId}",
      ownPath: ({ id }) => `/api/keys/{organizationId}/${id}`,
      form: (other) => ({ name: name(other) }),
      list: ({ keys = [] }) => keys,
      action: "key.create",
      shown: "seven",
      open: async ({ key }) => (await get("/api/v1/counters", key)).status,
    },
    {
      what: "gate link",
      path: "/api/organization/{organizationId}/gates",
      ownPath: ({ id }) => `/api/organization/{organizationId}/gates/${id}`,
      form: (other) => ({ name: name(other), counterIds: [counterId], endsAt: null }),
      list: ({ gates = [] }) => gates.filter(({ revokedAt }) => revokedAt === null),
      action: "gate.create",
      shown: "seven",
      open: (created) => openLink("/api/gates/open", created),
    },
    {
      what: "invitation",
      path: "/api/organization/{organizationId}/invitations",
      ownPath: ({ id }) => `/api/organization/{organizationId}/invitations/${id}`,
      form: (other) => ({ email: `${name(other).toLowerCase()}@people.example`, role: "member" }),
      list: ({ invitations = [] }) => invitations,
      action: "member.invite",
      shown: "seven",
      open: (created) => openLink("/api/organization/join/look", created),
    },
    {
      what: "embed",
      path: `${setupPath}/counters/${counterId}/embeds`,
      ownPath: ({ sessionId }) => `${setupPath}/embeds/${sessionId}`,
      form: (other) => ({ note: name(other) }),
      list: ({ embeds = [] }) => embeds,
      action: "embed.create",
      shown: "seven",
      open: async ({ url }) => (await fetch(url)).status,
    },
    {
      what: "endpoint",
      path: "/api/webhooks/{organizationId}/endpoints",
      ownPath: ({ endpoint }) => `/api/webhooks/{organizationId}/endpoints/${endpoint.id}`,
      form: (other) => ({
        url: `https://localhost:8443/${name(other)}`,
        events: ["counter.increment", "counter.decrement"],
      }),
      list: ({ endpoints = [] }) => endpoints,
      action: "endpoint.create",
      shown: "https://localhost:8443/seven",
      logged: "localhost",
      open: async ({ endpoint, secret }) => {
        const endpointKey = { organizationId, endpointId: endpoint.id };
        return (await signingSecretOf(endpointKey)) === secret ? 200 : 401;
      },
    },
  ];
}

/** What deliveries to an endpoint are signed with. */
async function signingSecretOf(endpointKey: EndpointKey): Promise<string | undefined> {
  const stored = await stores.stored(endpointKey);
  return stored && (await stores.openSecret(stored, endpointKey));
}

const whats = ["API key", "gate link", "invitation", "embed", "endpoint"];

async function owned(what: string) {
  const organization = await createOrganization("pro");
  const counter = await createCounter(organization);
  const kind = kindsOf(counter).find((each) => each.what === what);
  if (kind === undefined) throw new Error(`no ${what}`);
  return { owner: await ownerOf(organization), kind };
}

/** How many the organization has. */
async function countOf({ ask }: User, { path, list }: Kind): Promise<number> {
  return list((await ask("GET", path)).body).length;
}

/** How often the audit log says that a form has made one; an owner's own invitation is no such. */
async function creationsOf({ ask }: User, kind: Kind): Promise<number> {
  const { action, shown, logged = shown } = kind;
  const name = new RegExp(logged, "i");
  const { entries } = (await ask("GET", "/api/organization/{organizationId}/audit?limit=20")).body;
  return entries.filter(
    (entry: { action: string }) => entry.action === action && name.test(JSON.stringify(entry)),
  ).length;
}

test.each(whats)("a form that is sent again shows the same %s, and it opens", async (what) => {
  const { owner, kind } = await owned(what);
  const form = { ...kind.form(false), formId: randomUUID() };
  const lost = await owner.ask("POST", kind.path, form);
  const again = await owner.ask("POST", kind.path, form);
  expect([lost.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(lost.body);
  expect(await kind.open(again.body)).toBe(200);
  expect(await countOf(owner, kind)).toBe(1);
  expect(await creationsOf(owner, kind)).toBe(1);
});

test.each(whats)("three requests of a form at once show one %s", async (what) => {
  const { owner, kind } = await owned(what);
  const form = { ...kind.form(false), formId: randomUUID() };
  const all = await Promise.all([1, 2, 3].map(() => owner.ask("POST", kind.path, form)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await kind.open(all[0]?.body)).toBe(200);
  expect(await countOf(owner, kind)).toBe(1);
  expect(await creationsOf(owner, kind)).toBe(1);
});

test.each(whats)("a form with other values is refused: its %s exists", async (what) => {
  const { owner, kind } = await owned(what);
  const formId = randomUUID();
  await owner.ask("POST", kind.path, { ...kind.form(false), formId });
  const { status, body } = await owner.ask("POST", kind.path, { ...kind.form(true), formId });
  expect([status, body.code]).toEqual([409, "CREATED_ALREADY"]);
  expect(body.error).toMatch(new RegExp(`has already created the ${what}, as “${kind.shown}`, "i"));
  expect(await countOf(owner, kind)).toBe(1);
});

test.each(whats)("another person's form of the same id makes another %s", async (what) => {
  const { owner, kind } = await owned(what);
  const other = await ownerOf(owner.organization);
  const formId = randomUUID();
  const made = await owner.ask("POST", kind.path, { ...kind.form(false), formId });
  const theirs = await other.ask("POST", kind.path, { ...kind.form(true), formId });
  expect([made.status, theirs.status]).toEqual([201, 201]);
  expect(secretOf(theirs.body)).not.toBe(secretOf(made.body));
  expect(await kind.open(made.body)).toBe(200);
  expect(await countOf(owner, kind)).toBe(2);
});

test.each(whats)("in another organization a form of the same id makes another %s", async (what) => {
  const first = await owned(what);
  const organization = await createOrganization("pro");
  const subject = randomBase62(20);
  // The same person in the same session.
  const signedIn = await signIn({ subject });
  await createMember(first.owner.organization, "owner", signedIn);
  await createMember(organization, "owner", signedIn);
  const counter = await createCounter(organization);
  const there = kindsOf(counter).find((kind) => kind.what === what) ?? first.kind;
  const formId = randomUUID();
  const here = user(first.owner.organization, signedIn.cookie);
  const made = await here.ask("POST", first.kind.path, { ...first.kind.form(false), formId });
  const elsewhere = user(organization, signedIn.cookie);
  const other = await elsewhere.ask("POST", there.path, { ...there.form(false), formId });
  expect([made.status, other.status]).toEqual([201, 201]);
  expect(secretOf(other.body)).not.toBe(secretOf(made.body));
});

// What is shown once is computed from the session: nobody computes it from what is stored.
test.each(["API key", "gate link", "invitation", "endpoint"])(
  "after signing in again the form says that its %s exists",
  async (what) => {
    const { owner, kind } = await owned(what);
    const form = { ...kind.form(false), formId: randomUUID() };
    await owner.ask("POST", kind.path, form);
    const later = await owner.signInAgain();
    const { status, body } = await later.ask("POST", kind.path, form);
    expect([status, body.code]).toEqual([409, "CREATED_ALREADY"]);
    expect(await countOf(owner, kind)).toBe(1);
  },
);

test.each(whats)("a form's id that is none makes no %s", async (what) => {
  const { owner, kind } = await owned(what);
  for (const formId of ["", "x", 7, null, {}, "ä".repeat(36), `${randomUUID()}0`]) {
    const { status, body } = await owner.ask("POST", kind.path, { ...kind.form(false), formId });
    expect([status, body.code, body.error]).toEqual([
      400,
      "INVALID_BODY",
      expect.stringContaining("formId"),
    ]);
  }
  expect(await countOf(owner, kind)).toBe(0);
});

test("the last key that an organization may have is found by its form, too", async () => {
  const { owner, kind } = await owned("API key");
  for (let made = 0; made < 9; made += 1) await createKey(owner.organization);
  const form = { ...kind.form(false), formId: randomUUID() };
  const lost = await owner.ask("POST", kind.path, form);
  const again = await owner.ask("POST", kind.path, form);
  expect([lost.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(lost.body);
  const full = await owner.ask("POST", kind.path, { ...form, formId: randomUUID() });
  expect(full.status).toBe(409);
  expect(full.body.code).toBeUndefined();
});

test.each(whats)("a form that is sent again does not bring back a revoked %s", async (what) => {
  const { owner, kind } = await owned(what);
  const form = { ...kind.form(false), formId: randomUUID() };
  const { body: made } = await owner.ask("POST", kind.path, form);
  expect((await owner.ask("DELETE", kind.ownPath(made))).status).toBe(200);
  for (const changed of [false, true]) {
    const again = await owner.ask("POST", kind.path, { ...form, ...kind.form(changed) });
    expect([again.status, again.body.code]).toEqual([409, "CREATED_ALREADY"]);
    expect(again.body.error).toMatch(new RegExp(`has already created the ${what}, `, "i"));
    expect(again.body.error).toMatch(/create another$/);
  }
  expect(await countOf(owner, kind)).toBe(0);
  expect(await kind.open(made)).not.toBe(200);
  expect(await creationsOf(owner, kind)).toBe(1);
  // The next form is another one.
  const next = await owner.ask("POST", kind.path, { ...form, formId: randomUUID() });
  expect(next.status).toBe(201);
  expect(secretOf(next.body)).not.toBe(secretOf(made));
});

test("an invitation that another has replaced is not brought back by its form", async () => {
  const { owner, kind } = await owned("invitation");
  const form = { ...kind.form(false), formId: randomUUID() };
  const { body: replaced } = await owner.ask("POST", kind.path, form);
  const { body: open } = await owner.ask("POST", kind.path, { ...form, formId: randomUUID() });
  const again = await owner.ask("POST", kind.path, form);
  expect([again.status, again.body.code]).toEqual([409, "CREATED_ALREADY"]);
  expect(await kind.open(replaced)).not.toBe(200);
  expect(await kind.open(open)).toBe(200);
});

test("a form that was refused creates its key once there is room", async () => {
  const { owner, kind } = await owned("API key");
  for (let made = 0; made < 9; made += 1) await createKey(owner.organization);
  const last = await createKey(owner.organization);
  const form = { ...kind.form(false), formId: randomUUID() };
  expect((await owner.ask("POST", kind.path, form)).status).toBe(409);
  expect((await owner.ask("DELETE", `/api/keys/{organizationId}/${last.id}`)).status).toBe(200);
  expect((await owner.ask("POST", kind.path, form)).status).toBe(201);
});

test("forms of older pages, without an id, make a key each time", async () => {
  const { owner, kind } = await owned("API key");
  const first = await owner.ask("POST", kind.path, kind.form(false));
  const second = await owner.ask("POST", kind.path, kind.form(false));
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.key).not.toBe(first.body.key);
  const keys = await stores.apiKeys.list(owner.organization.id);
  expect(keys).toHaveLength(2);
});

test("a form says that its endpoint exists once its secret was replaced", async () => {
  const { owner, kind } = await owned("endpoint");
  const form = { ...kind.form(false), formId: randomUUID() };
  const { body: made } = await owner.ask("POST", kind.path, form);
  const path = `${kind.path}/${made.endpoint.id}/secret`;
  const next = await owner.ask("POST", path, { action: "make" });
  // Until then the first one signs.
  expect((await owner.ask("POST", kind.path, form)).body.secret).toBe(made.secret);
  const madeAt = next.body.endpoint.nextSecretMadeAt;
  expect((await owner.ask("POST", path, { action: "activate", madeAt })).status).toBe(200);
  const { status, body } = await owner.ask("POST", kind.path, form);
  expect([status, body.code]).toEqual([409, "CREATED_ALREADY"]);
  expect(body.error).toContain("create its next secret");
  expect(body.secret).toBeUndefined();
});

function secretOf(shown: Partial<Created>): string | undefined {
  return shown.secret ?? shown.key ?? shown.url;
}
