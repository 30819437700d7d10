// @module-tag all
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod";
import type { RouteKey } from "../../../api/private/route.ts";
import { createCounter, createOrganization } from "../service.ts";
import { consoleUser } from "./console-user.ts";
import { Created, formOf, forms, type Secret, secrets } from "./forms.ts";

// What a page does whose response was lost: it sends the request of the same form again. Nothing is
// created twice, and what the first request made does not pass for what another one asks for.

/** A form in an organization with a counter, and what its owner sees of what it has created. */
async function newForm(what: string) {
  const owner = await consoleUser("owner", await createOrganization("enterprise"));
  const counter = await createCounter(owner.organization, { goalTarget: 9 });
  const kind = formOf(what, counter);
  const at = { counterId: counter.id };
  const formId = randomUUID();

  async function send(changed: object = {}, sender = owner) {
    const body = { ...kind.form, formId, ...changed };
    const response = await sender.request<RouteKey>(kind.create, at, body);
    return { status: response.status, body: Created.parse(await response.json()) };
  }

  /** How many there are, and how many the audit log says were created. */
  async function made(): Promise<[listed: number, logged: number]> {
    const list = z.record(z.string(), z.unknown());
    const body = list.parse(await (await owner.request<RouteKey>(kind.list, at)).json());
    const things = z.array(list).parse(Object.values(body).find(Array.isArray));
    const { isOpen = () => true } = kind;
    // An owner's own invitation is none that a form has created.
    const logged = (await owner.auditLog({ action: kind.action })).filter(
      ({ actor }) => actor.kind === "member",
    );
    return [things.filter(isOpen).length, logged.length];
  }

  async function revoke(created: Created): Promise<number> {
    const { revoke: route, idOf } = secretOf(kind);
    const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const ids = Object.fromEntries(names.map((name) => [name, idOf(created)]));
    return (await owner.request<RouteKey>(route, { ...ids, organizationId: owner.organization.id }))
      .status;
  }

  return { owner, kind, formId, send, made, revoke };
}

function secretOf({ what, secret }: ReturnType<typeof formOf>): Secret {
  if (secret === undefined) throw new Error(`the ${what} opens nothing`);
  return secret;
}

test.each(forms)(
  "a form that is sent again shows the same %s, and makes no second",
  async (what) => {
    const { kind, send, made } = await newForm(what);
    const lost = await send();
    const again = await send();
    expect([lost.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(lost.body);
    if (kind.secret) expect(await kind.secret.open(again.body)).toBe(200);
    expect(await made()).toEqual([1, 1]);
  },
);

test.each(forms)(
  "a form with another value in any field is refused: its %s exists",
  async (what) => {
    const { owner, kind, send, made } = await newForm(what);
    await send();
    const { id } = await createCounter(owner.organization);
    for (const other of kind.others(id)) {
      const { status, body } = await send(other);
      expect([other, status, body.code]).toEqual([other, 409, "CREATED_ALREADY"]);
      expect(body.error).toContain(`has already created the ${what}, as “${kind.shown}”`);
    }
    expect((await send()).status).toBe(200);
    expect(await made()).toEqual([1, 1]);
  },
);

test.each(forms)("another person's form of the same id makes another %s", async (what) => {
  const { owner, kind, send } = await newForm(what);
  const other = await consoleUser("owner", owner.organization);
  const mine = await send();
  const [changed] = kind.others("");
  const theirs = await send(changed, other);
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(theirs.body).not.toEqual(mine.body);
  if (kind.secret) expect(await kind.secret.open(mine.body)).toBe(200);
});

test.each(forms)("in another organization a form of the same id makes another %s", async (what) => {
  const here = await newForm(what);
  const there = await newForm(what);
  // The same person in the same session.
  const { organization: elsewhere } = there.owner;
  const visiting = await consoleUser("owner", elsewhere, here.owner.signedIn);
  const made = await here.send();
  const other = await there.send({ formId: here.formId }, visiting);
  expect([made.status, other.status]).toEqual([201, 201]);
  expect(other.body).not.toEqual(made.body);
});

// What is shown once is computed from the session: nobody computes it from what is stored.
test.each(secrets.filter((what) => what !== "embed"))(
  "after signing in again the form says that its %s exists",
  async (what) => {
    const { owner, send, made } = await newForm(what);
    await send();
    const { status, body } = await send({}, await owner.signedInAgain());
    expect([status, body.code]).toEqual([409, "CREATED_ALREADY"]);
    expect(await made()).toEqual([1, 1]);
  },
);

test.each(secrets)("a form that is sent again does not bring back a revoked %s", async (what) => {
  const { kind, send, made, revoke } = await newForm(what);
  const first = await send();
  expect(await revoke(first.body)).toBe(200);
  for (const changed of [{}, kind.others("")[0]]) {
    const { status, body } = await send(changed);
    expect([status, body.code]).toEqual([409, "CREATED_ALREADY"]);
    expect(body.error).toMatch(new RegExp(`has already created the ${what}, .*create another$`));
  }
  expect(await made()).toEqual([0, 1]);
  expect(await secretOf(kind).open(first.body)).not.toBe(200);
  // The next form is another one.
  const next = await send({ formId: randomUUID() });
  expect(next.status).toBe(201);
  expect(next.body).not.toEqual(first.body);
});

test("a form says that its endpoint exists once its secret was replaced", async () => {
  const { owner, send } = await newForm("endpoint");
  const { body: made } = await send();
  const at = { endpointId: made.endpoint?.id ?? "" };
  const secret = "POST /api/webhooks/{organizationId}/endpoints/{endpointId}/secret";
  const next = await owner.reply(secret, at, { action: "make" });
  // Until then the first one signs.
  expect((await send()).body.secret).toBe(made.secret);
  await owner.reply(secret, at, { action: "activate", madeAt: next.endpoint.nextSecretMadeAt });
  const { status, body } = await send();
  expect([status, body]).toEqual([
    409,
    { code: "CREATED_ALREADY", error: expect.stringContaining("create its next secret") },
  ]);
});
