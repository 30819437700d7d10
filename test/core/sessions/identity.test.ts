import { expect, test } from "vitest";
import { identityOf, saysNoEmail } from "../../../core/sessions/identity.ts";

const issuer = "https://login.example.com";
const sub = "248289761001";

test.each<[string, object, boolean]>([
  ["Cognito, Google and Okta", { email_verified: true }, true],
  ["providers that write booleans as text", { email_verified: "true" }, true],
  ["Entra with its optional claim", { xms_edov: true }, true],
  ["Entra with its claim as text", { xms_edov: "1" }, true],
  ["Entra with its claim as a number", { xms_edov: 1 }, true],
  ["Entra without its claim", {}, false],
  ["an address that nobody has verified", { email_verified: false }, false],
  ["Entra against the standard's claim", { email_verified: false, xms_edov: true }, false],
  ["Entra against that claim as text", { email_verified: "false", xms_edov: "1" }, false],
  ["a claim that means nothing", { email_verified: "yes", xms_edov: {} }, false],
])("the e-mail address of %s: %j is verified: %s", (_, claims, emailVerified) => {
  const identity = identityOf(issuer, { sub, email: "Ann@Example.com", name: "Ann", ...claims });
  expect(identity).toEqual({
    issuer,
    subject: sub,
    email: "ann@example.com",
    emailVerified,
    name: "Ann",
  });
});

test.each([undefined, "", "no address", 7, null, ["a@b.example"], `${"a".repeat(250)}@b.example`])(
  "the address %j is none, and so not verified",
  (email) => {
    const identity = identityOf(issuer, { sub, email, email_verified: true });
    expect(identity).toMatchObject({ email: null, emailVerified: false, name: null });
    expect(saysNoEmail({ sub, email })).toBe(true);
  },
);

test.each([
  [{ email_verified: false }],
  // What the ID token says is of another address, or of none.
  [{}],
])("an address of the UserInfo endpoint is as verified as that endpoint says: %j", (claims) => {
  const idToken = { sub, email_verified: true, name: "Ann" };
  const userInfo = { sub, email: "ann@example.com", name: "Other", ...claims };
  expect(identityOf(issuer, idToken, userInfo)).toMatchObject({
    email: "ann@example.com",
    emailVerified: false,
    name: "Ann",
  });
});

test("the ID token's own address stands against that of the UserInfo endpoint", () => {
  const idToken = { sub, email: "ann@example.com", email_verified: false };
  const userInfo = { sub, email: "owner@example.com", email_verified: true, name: "Ann" };
  expect(identityOf(issuer, idToken, userInfo)).toMatchObject({
    email: "ann@example.com",
    emailVerified: false,
    name: "Ann",
  });
});

test.each([
  ["  Ann\u0000\n Lee ", "Ann Lee"],
  ["\u0007", null],
  ["\u200b\u2060", null],
  ["a".repeat(300), "a".repeat(200)],
  ["\ud800x", "\ufffdx"],
  [{ given: "Ann" }, null],
])("the name %j is kept as %j", (name, expected) => {
  expect(identityOf(issuer, { sub, name }).name).toBe(expected);
});

test("claims without a subject are nobody's", () => {
  expect(() => identityOf(issuer, { email: "ann@example.com" })).toThrow();
  expect(() => identityOf(issuer, { sub: "" })).toThrow();
});
