import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, personIdOf } from "../../../core/members/person.ts";
import {
  expiresAtSeconds,
  isAlive,
  isTouchDue,
  newSessionValue,
  parseSessionValue,
  type Session,
} from "../../../core/sessions/session.ts";
import {
  attemptCookieName,
  attemptsToDrop,
  attemptText,
  parseAttempt,
} from "../../../core/sessions/sign-in-attempt.ts";

const id = personIdOf("https://login.example.com", "1");
const nowMs = Date.parse("2026-11-22T12:00:00Z");
const hour = 3_600_000;
const at = (ms: number) => new Date(nowMs + ms).toISOString();

const session = (change: Partial<Session> = {}): Session => ({
  sessionHash: "hash",
  personId: id,
  sessionEpoch: 1,
  createdAt: at(-hour),
  lastSeenAt: at(-hour),
  ...change,
});
const person: Person = {
  ...{ id, issuer: "https://login.example.com", subject: "1", email: null, emailVerified: false },
  ...{
    name: null,
    organizationIds: new Set(),
    sessionEpoch: 1,
    createdAt: at(0),
    lastSignInAt: at(0),
  },
};

const secret = `${"_".repeat(42)}8`;

test("a session's value names the person and holds 256 bits; stored is the hash of all of it", () => {
  const value = newSessionValue(id, () => secret);
  expect(value).toBe(`${id}.${secret}`);
  expect(parseSessionValue(value)).toEqual({
    personId: id,
    sessionHash: hash("sha256", value, "hex"),
  });
});

test.each<[string, Partial<Session>, boolean]>([
  ["fresh", {}, true],
  ["almost 12 hours idle", { lastSeenAt: at(1 - 12 * hour), createdAt: at(-13 * hour) }, true],
  ["12 hours idle", { lastSeenAt: at(-12 * hour) }, false],
  ["almost 7 days old", { createdAt: at(1 - 168 * hour) }, true],
  ["7 days old", { createdAt: at(-168 * hour), lastSeenAt: at(0) }, false],
  ["of an earlier epoch", { sessionEpoch: 0 }, false],
  ["of a later epoch", { sessionEpoch: 2 }, false],
  ["another person's", { personId: personIdOf("x", "y") }, false],
  ["without a readable time", { lastSeenAt: "never" }, false],
])("a session that is %s is alive: %s %s", (_, change, alive) => {
  expect(isAlive(session(change), person, nowMs)).toBe(alive);
});

test.each([
  [0, false],
  [299_999, false],
  [300_000, true],
])("a session that was seen %d ms ago is to be written again: %s", (ms, again) => {
  expect(isTouchDue(session({ lastSeenAt: at(-ms) }), nowMs)).toBe(again);
});

test("the table forgets a session when neither limit lets it live", () => {
  expect(expiresAtSeconds(session({ lastSeenAt: at(0) }))).toBe((nowMs + 12 * hour) / 1_000);
  const old = session({ createdAt: at(-167 * hour), lastSeenAt: at(0) });
  expect(expiresAtSeconds(old)).toBe((nowMs + hour) / 1_000);
});

const attempt = {
  ...{ state: "s".repeat(43), nonce: "n".repeat(43), codeVerifier: "v".repeat(43) },
  ...{ returnTo: "/", startedMs: nowMs },
};

test.each([
  [0, true],
  [599_999, true],
  [600_000, false],
  [-1, false],
])("a sign-in that began %d ms ago can be finished: %s", (ms, possible) => {
  const parsed = parseAttempt(attemptText(attempt), nowMs + ms);
  expect(parsed).toEqual(possible ? attempt : undefined);
});

test.each([
  undefined,
  "",
  "e30",
  "W10",
  "bnVsbA",
  "\u0000",
  attemptText({ ...attempt, state: "" }),
])("the text %j is no sign-in", (text) => {
  expect(parseAttempt(text, nowMs)).toBeUndefined();
});

/** Cookies of sign-ins that began so many seconds ago, the first named "0". */
const begun = (seconds: number[], returnTo = "/") =>
  seconds.map((ago, index): [string, string] => [
    attemptCookieName(`${index}`),
    attemptText({ ...attempt, returnTo, startedMs: nowMs - ago * 1_000 }),
  ]);
const dropped = (cookies: [string, string][], returnTo = "/") =>
  attemptsToDrop(new Map(cookies), { added: attemptText({ ...attempt, returnTo }), nowMs });

test.each<[string, [string, string][], string[]]>([
  ["nothing", [], []],
  ["four others", begun([4, 3, 2, 1]), []],
  ["five others", begun([3, 5, 4, 1, 2]), ["1"]],
  ["one that is over", begun([1, 601]), ["1"]],
  ["one that cannot be read", [[attemptCookieName("0"), "x"], ...begun([], "/")], ["0"]],
  ["four with long paths", begun([4, 3, 2, 1], `/${"p".repeat(900)}`), ["0"]],
  ["others and 40 gates", [["__Host-gate", "g".repeat(4_700)], ...begun([2, 1])], ["1", "0"]],
])("a new sign-in makes room beside %s", (_, cookies, names) => {
  expect(dropped(cookies)).toEqual(names.map(attemptCookieName));
});
