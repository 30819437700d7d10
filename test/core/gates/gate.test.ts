import { describe, expect, test } from "vitest";
import {
  authorizeGate,
  type Gate,
  gateSecretHash,
  gateUrl,
  hasCounter,
  isAfterEnd,
  parseGateCookie,
  parseGateToken,
} from "../../../core/gates/gate.ts";
import { graceMs } from "../../../core/gates/gate-limits.ts";

const organizationId = "org_0123456789ABCDEFGHIJ";
const gateId = "gat_0123456789ABCDEFGHIJ";
const secret = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO-_";
const token = `${organizationId}.${gateId}.${secret}`;
const endsAt = "2030-01-01T12:00:00.000Z";
const endMs = Date.parse(endsAt);

function storedGate(change: Partial<Gate> = {}): Gate {
  return {
    id: gateId,
    organizationId,
    name: "North entrance",
    counterIds: ["ctr_1"],
    secretHash: gateSecretHash(secret),
    createdAt: "2029-12-31T00:00:00.000Z",
    createdBy: "operator",
    endsAt: null,
    revokedAt: null,
    ...change,
  };
}

function parsed(text = token) {
  const result = parseGateToken(text);
  if (result === undefined) throw new Error("no token");
  return result;
}

describe("a gate's link and its cookie", () => {
  test("the link holds the token behind #, where no request has it", () => {
    const url = gateUrl("https://console.example", { organizationId, gateId }, secret);
    expect(url).toBe(`https://console.example/gate#${token}`);
  });

  test("both open the gate, and the cookie does not contain the link's secret", () => {
    const { credential, cookie } = parsed();
    expect(cookie.name).toBe(`__Host-gate-${gateId}`);
    expect(cookie.value).not.toContain(secret);
    expect(parseGateCookie(gateId, cookie.value)).toEqual(credential);
    expect(authorizeGate(storedGate(), credential, endMs)).toMatchObject({ result: "authorized" });
  });

  test("what is stored opens nothing", () => {
    const { secretHash } = storedGate();
    expect(parseGateToken(`${organizationId}.${gateId}.${secretHash}`)).toBeUndefined();
    const text = Buffer.from(secretHash, "hex").toString("base64url");
    const stolen = parsed(`${organizationId}.${gateId}.${text}`).credential;
    expect(authorizeGate(storedGate(), stolen, endMs)).toEqual({ result: "unknown" });
    const cookie = parseGateCookie(gateId, `${organizationId}.${text}`);
    expect(cookie && authorizeGate(storedGate(), cookie, endMs)).toEqual({ result: "unknown" });
  });

  test.each([
    ["a gate that does not exist", undefined],
    ["another secret", storedGate({ secretHash: gateSecretHash(`${secret.slice(1)}x`) })],
    ["a stored hash that is cut", storedGate({ secretHash: gateSecretHash(secret).slice(1) })],
    ["another gate with the same secret", storedGate({ id: "gat_another" })],
    ["another organization's gate", storedGate({ organizationId: "org_another" })],
  ])("%s is unknown", (_, gate) => {
    expect(authorizeGate(gate, parsed().credential, endMs)).toEqual({ result: "unknown" });
  });
});

/** Text that is almost a token, and text that nobody would send. */
const hostile = [
  "",
  ".",
  "..",
  "...",
  secret,
  `${organizationId}.${secret}`,
  `${gateId}.${organizationId}.${secret}`,
  `${token}.`,
  `.${token}`,
  `${token}\n`,
  ` ${token}`,
  `${token}=`,
  token.slice(0, -1),
  `${token}a`,
  token.replace("gat_", "inv_"),
  token.replace("gat_", "GAT_"),
  token.replace("0123456789", "٠١٢٣٤٥٦٧٨٩"),
  token.replace("abc", "аbc"),
  token.replace("k", "\u212a"),
  token.replace("-", "\u2010"),
  token.replaceAll(".", "\u2024"),
  `${organizationId}.${gateId}.${"\u{1f6aa}".repeat(43)}`,
  `${organizationId}.${gateId}.${"\ud800".repeat(43)}`,
  `${organizationId}.${gateId}.${"\0".repeat(43)}`,
  `${organizationId}.__proto__.${secret}`,
  "x".repeat(100_000),
  ".".repeat(100_000),
];

test.each(hostile)("%j is no token", (text) => {
  expect(parseGateToken(text)).toBeUndefined();
});

test("no character of Unicode is taken in the place of another", () => {
  const place = token.length - 5;
  const taken: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point);
    const text = token.slice(0, place) + character + token.slice(place + 1);
    if (parseGateToken(text) !== undefined) taken.push(character);
  }
  expect(taken.join("")).toBe("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
});

test.each([
  ["no cookie", gateId, undefined],
  ["an empty cookie", gateId, ""],
  ["no secret", gateId, organizationId],
  ["more than a secret", gateId, `${organizationId}.${secret}.${secret}`],
  ["another alphabet", gateId, `${organizationId}.${"é".repeat(43)}`],
  ["a path that is no gate's id", "__proto__", `${organizationId}.${secret}`],
])("%s is no credential", (_, id, value) => {
  expect(parseGateCookie(id, value)).toBeUndefined();
});

describe("a gate with an end", () => {
  const { credential } = parsed();
  const gate = storedGate({ endsAt });

  test.each([
    ["before its end", endMs - 1, "authorized"],
    ["at its end", endMs, "authorized"],
    ["24 hours after it, less a moment", endMs + graceMs - 1, "authorized"],
    ["24 hours after it", endMs + graceMs, "ended"],
  ])("%s: what its link may do", (_, nowMs, result) => {
    expect(authorizeGate(gate, credential, nowMs).result).toBe(result);
  });

  test.each([
    ["2030-01-01T11:59:59.999Z", false],
    ["2030-01-01T12:00:00.000Z", true],
    ["2030-01-01T12:00:00Z", true],
    ["2030-01-01T13:00:00.000Z", true],
  ])("a tap made at %s is after the end: %j", (tappedAt, expected) => {
    expect(isAfterEnd(gate, tappedAt)).toBe(expected);
    expect(isAfterEnd(storedGate(), tappedAt)).toBe(false);
  });

  test("revoked is said to those who have its link alone", () => {
    const revoked = { ...gate, revokedAt: endsAt };
    expect(authorizeGate(revoked, credential, endMs)).toEqual({ result: "revoked" });
    const guessed = { ...credential, secretHash: "0".repeat(64) };
    expect(authorizeGate(revoked, guessed, endMs)).toEqual({ result: "unknown" });
  });
});

test("a gate has its own counters alone", () => {
  expect(hasCounter(storedGate(), "ctr_1")).toBe(true);
  expect(hasCounter(storedGate(), "ctr_2")).toBe(false);
});
