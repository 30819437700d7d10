import { randomUUID } from "node:crypto";
import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import { parseGateCookie } from "../../../core/gates/gate.ts";
import { removeMember } from "../../../core/members/member-changes.ts";
import {
  addressName,
  limitItem,
  type RateLimit,
  refusedTapsLimit,
  tapLimit,
} from "../../../core/rate-limits.ts";
import { parseSessionValue } from "../../../core/sessions/session.ts";
import { newAddress } from "../fetch-from.ts";
import { createGate, revokeGate } from "../gate-service.ts";
import { operator } from "../people-service.ts";
import {
  askConsole,
  client,
  createCounter,
  createOrganization,
  outputs,
  stores,
} from "../service.ts";
import {
  type CounterUser,
  history,
  kinds,
  memberAt,
  newCounter,
  outcomes,
  phoneAt,
  post,
  postUndos,
  send,
  signInMember,
  undo,
  undosOf,
  ups,
  userOfGate,
} from "./counter-users.ts";

/** Status and body of a look at the counter, and of a tap; an undo is refused as the tap is. */
async function tried(user: CounterUser): Promise<{ look: unknown[]; tap: unknown[] }> {
  const look = await askConsole(user.path, { cookie: user.cookie });
  const made = ups(1);
  const tapped = await post(user, { taps: made });
  const tap = [tapped.status, await tapped.json()];
  const undone = await postUndos(user, undosOf(made));
  expect([undone.status, await undone.json()]).toEqual(tap);
  return { look: [look.status, await look.json()], tap };
}

const noSuchCounter = [404, { error: "The organization has no such counter" }];

test.each(kinds)(
  "without a cookie, or with a made-up one, %s is asked for it: 401",
  async (_, userAt) => {
    const counter = await newCounter();
    const user = await userAt(counter);
    const [name, value = ""] = user.cookie.split("=");
    const last = value.at(-1) === "A" ? "B" : "A";
    const wrong = [
      "",
      `${name}=`,
      `${name}=x`,
      `${name}=${value.slice(0, -1)}${last}`,
      `${name}=${value}.x`,
    ];
    for (const cookie of wrong) {
      const { look, tap } = await tried({ ...user, cookie });
      expect([cookie, look[0], tap[0]]).toEqual([cookie, 401, 401]);
    }
    expect(await history(counter)).toEqual([]);
  },
);

test("a gate's cookie is refused at another gate", async () => {
  const counter = await newCounter();
  const [north, south] = [await createGate([counter]), await createGate([counter])];
  const value = north.cookie.slice(north.cookie.indexOf("=") + 1);
  const renamed = `__Host-gate-${south.gate.id}=${value}`;
  for (const cookie of [north.cookie, renamed]) {
    const { look, tap } = await tried({ ...userOfGate(south, counter), cookie });
    expect([look[0], tap[0]]).toEqual([401, 401]);
  }
});

test("a phone can hold the cookies of several gates", async () => {
  const counter = await newCounter();
  const gates = [await createGate([counter]), await createGate([counter])];
  const cookie = gates.map((gate) => gate.cookie).join("; ");
  for (const gate of gates) {
    expect(outcomes(await send({ ...userOfGate(gate, counter), cookie }, ups(1)))).toEqual([
      "counted",
    ]);
  }
});

test("a gate opens its own counters and none beside them: 404, as for one that does not exist", async () => {
  const organization = await createOrganization("pro");
  const [own, beside] = [await createCounter(organization), await createCounter(organization)];
  const foreign = await newCounter();
  const gate = await createGate([own]);
  const ids = [beside.id, foreign.id, "ctr_0123456789ABCDEFGHIJ", "x", "ctr_%00", "%F0%9F%9A%AA"];
  for (const id of ids) {
    expect(await tried(userOfGate(gate, { id }))).toEqual({
      look: noSuchCounter,
      tap: noSuchCounter,
    });
  }
  expect(await history(beside)).toEqual([]);
});

test("a member counts no other organization's counters, whichever way they ask", async () => {
  const [own, foreign] = [await newCounter(), await newCounter()];
  const user = await memberAt(own);
  const at = (organizationId: string, counterId: string) => ({
    ...user,
    path: `/api/organizations/${organizationId}/counters/${counterId}`,
  });
  expect(await tried(at(own.organizationId, foreign.id))).toEqual({
    look: noSuchCounter,
    tap: noSuchCounter,
  });
  const outside = [404, { error: "You are not in this organization", code: "NOT_A_MEMBER" }];
  for (const organizationId of [foreign.organizationId, "org_0123456789ABCDEFGHIJ", "x", "%00"]) {
    expect(await tried(at(organizationId, foreign.id))).toEqual({ look: outside, tap: outside });
  }
  expect(await history(foreign)).toEqual([]);
});

test("a revoked gate counts nothing from the next tap on, and the phone learns why", async () => {
  const counter = await newCounter();
  const gate = await createGate([counter]);
  const user = userOfGate(gate, counter);
  await send(user, ups(1));
  await revokeGate(gate.gate);
  const revoked = [401, { error: "This gate's link was revoked", code: "GATE_REVOKED" }];
  expect(await tried(user)).toEqual({ look: revoked, tap: revoked });
  expect(await history(counter)).toHaveLength(1);
  const refused = await askConsole(user.path, { cookie: user.cookie });
  expect(refused.headers.getSetCookie()).toEqual([
    `__Host-gate-${gate.gate.id}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`,
  ]);
});

async function gateThatEnded(agoMs: number) {
  const counter = await newCounter();
  const gate = await createGate([counter]);
  const endMs = Date.now() - agoMs;
  await client.send(
    new UpdateItemCommand({
      TableName: outputs.GatesTable,
      Key: marshall({ organizationId: counter.organizationId, gateId: gate.gate.id }),
      UpdateExpression: "SET endsAt = :endsAt",
      ExpressionAttributeValues: marshall({ ":endsAt": new Date(endMs).toISOString() }),
    }),
  );
  const tapAt = (ms: number) => ({
    id: randomUUID(),
    direction: "up" as const,
    tappedAt: new Date(endMs + ms).toISOString(),
  });
  return { counter, user: userOfGate(gate, counter), tapAt };
}

test("after a gate's end taps are refused, and those made before it are taken for a day", async () => {
  const { counter, user, tapAt } = await gateThatEnded(3_600_000);
  const made = [tapAt(-1), tapAt(0), tapAt(-60_000), tapAt(5_000)];
  expect(outcomes(await send(user, made))).toEqual([
    "counted",
    "after_end",
    "counted",
    "after_end",
  ]);
  expect(outcomes(await send(user, made))).toEqual([
    "repeated",
    "after_end",
    "repeated",
    "after_end",
  ]);
  const undos = made.flatMap((tap) => undosOf([tap], tap.tappedAt));
  expect(outcomes(await undo(user, undosOf(made.slice(0, 1))))).toEqual(["after_end"]);
  expect(outcomes(await undo(user, undos))).toEqual(["undone", "after_end", "undone", "after_end"]);
  expect(outcomes(await undo(user, undosOf(made.slice(0, 1))))).toEqual(["repeated"]);
  expect(await history(counter)).toHaveLength(4);
});

test("nobody undoes the taps of another gate or person", async () => {
  const counter = await newCounter();
  const [north, south, member] = [
    await phoneAt(counter),
    await phoneAt(counter),
    await memberAt(counter),
  ];
  const made = ups(1);
  await send(north, made);
  for (const other of [south, member]) {
    const { answers } = await undo(other, undosOf(made));
    expect(answers).toMatchObject([{ result: "undone", lastEventId: null }]);
  }
  const { answers, counter: after } = await undo(north, undosOf(made));
  expect([answers, after.count]).toMatchObject([[{ result: "undone", lastEventId: 2 }], 0]);
});

test("a day after its end a gate takes nothing more", async () => {
  const { counter, user } = await gateThatEnded(24 * 3_600_000 + 1_000);
  const ended = [401, { error: "This gate has ended", code: "GATE_ENDED" }];
  expect(await tried(user)).toEqual({ look: ended, tap: ended });
  expect(await history(counter)).toEqual([]);
});

test("a tap with a time in the future counts: a phone's clock can be wrong, and no tap is lost", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const tappedAt = new Date(Date.now() + 86_400_000).toISOString();
  const made = ups(2).map((tap) => ({ ...tap, tappedAt }));
  expect(outcomes(await send(user, made))).toEqual(["counted", "counted"]);
  expect(await history(counter)).toMatchObject([{ metadata: { tappedAt } }, {}]);
});

test("a body that is no JSON is a 400; fields that nobody knows are ignored", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  const response = await fetch(`${outputs.ConsoleUrl}${user.path}/taps`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: outputs.ConsoleUrl,
      cookie: user.cookie,
    },
    body: '{"taps":',
  });
  expect(response.status).toBe(400);
  const odd = ups(1).map((tap) => ({
    ...tap,
    __proto__: 1,
    metadata: { gate: "another" },
    count: 9,
  }));
  expect((await post(user, { taps: odd, extra: true })).status).toBe(200);
  expect(await history(counter)).toMatchObject([{ delta: 1, metadata: user.credential }]);
});

/** The hash of a cookie, by which its taps are counted. */
function whoOf({ cookie }: CounterUser): string {
  const [name = "", value] = cookie.split("=");
  const ofGate = parseGateCookie(name.replace("__Host-gate-", ""), value)?.secretHash;
  return ofGate ?? parseSessionValue(value)?.sessionHash ?? "";
}

/** The same user with a cookie that nobody was given. */
function withMadeUpCookie(user: CounterUser): CounterUser {
  return { ...user, cookie: `${user.cookie.slice(0, -10)}${randomBase62(10)}` };
}

test("after many made-up cookies an address must wait, and good cookies still count from there", async () => {
  const user = await phoneAt(await newCounter());
  const address = newAddress();
  await storeUses(refusedTapsLimit, addressName(address), refusedTapsLimit.perMinute);
  const refused = await post(withMadeUpCookie(user), { taps: ups(1) }, { address });
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "RATE_LIMITED" }]);
  expect((await post(user, { taps: ups(1) }, { address })).status).toBe(200);
});

/** Stores that a gate's phones have tapped this often in this minute and the next. */
async function useUp(user: CounterUser, used: number): Promise<void> {
  await storeUses(tapLimit, whoOf(user), used);
}

async function storeUses(limit: RateLimit, who: string, used: number): Promise<void> {
  for (const nowMs of [Date.now(), Date.now() + 60_000]) {
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.RateLimitsTable,
        Key: marshall({ limitKey: limitItem(limit, who, nowMs).limitKey }),
        UpdateExpression: "SET used = :used",
        ExpressionAttributeValues: marshall({ ":used": used }),
      }),
    );
  }
}

test("more taps than the limit wait: 429 says how long, and nothing of the request is counted", async () => {
  const counter = await newCounter();
  const user = await phoneAt(counter);
  await useUp(user, tapLimit.perMinute - 10);
  expect((await postUndos(user, undosOf(ups(25)))).status).toBe(429);
  const response = await post(user, { taps: ups(25) });
  expect([response.status, await response.json()]).toEqual([
    429,
    { error: expect.stringMatching(/retry in \d+ s$/), code: "RATE_LIMITED" },
  ]);
  const seconds = Number(response.headers.get("retry-after"));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  let tapped = 0;
  while ((await post(user, { taps: ups(10) })).status === 200) tapped += 10;
  // Twice as many where a minute has ended in between.
  expect([10, 20]).toContain(tapped);
  expect(outcomes(await send(await phoneAt(counter), ups(1)))).toEqual(["counted"]);
});

test("a person whose sessions end, or who is removed, counts nothing from the next tap on", async () => {
  const counter = await newCounter();
  const { organizationId, id } = counter;
  const path = `/api/organizations/${organizationId}/counters/${id}`;
  const [signedOut, removed] = [
    await signInMember(organizationId),
    await signInMember(organizationId),
  ];
  const statusOf = async ({ cookie }: { cookie: string }) =>
    (await post({ credential: { member: "" }, path, cookie }, { taps: ups(1) })).status;
  expect([await statusOf(signedOut), await statusOf(removed)]).toEqual([200, 200]);
  await stores.signedInPeople.endSessions(signedOut.person.id);
  await removeMember(stores, { organizationId, memberId: removed.member.id }, operator);
  expect([await statusOf(signedOut), await statusOf(removed)]).toEqual([401, 404]);
  expect(await history(counter)).toHaveLength(2);
});
