import { expect, test } from "vitest";
import { returnUrl } from "../../../core/sessions/return-path.ts";

const origin = "https://console.example.com";

test.each([
  ["/", "/"],
  ["/count/ctr_abc", "/count/ctr_abc"],
  ["/count/ctr_abc?x=1&y=//z", "/count/ctr_abc?x=1&y=//z"],
  ["/join#org_1.inv_1.secret", "/join"],
  ["/joiné", "/join%C3%A9"],
  ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
  ["/sign-in-later", "/sign-in-later"],
])("%j is a page to return to", (path, expected) => {
  expect(returnUrl(origin, path)).toBe(`${origin}${expected}`);
});

test.each([
  undefined,
  "",
  "count",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/x\\..\\evil",
  "/\n/evil.example",
  "/\t/evil.example",
  "/\u0000",
  "/ /evil.example",
  "/x//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e%2e//evil.example",
  "/count/../api/session",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "@evil.example",
  ".evil.example",
  ":80/",
  "/sign-in",
  "/sign-in/callback?code=1",
  "/api/session",
  "/api",
  `/${"a".repeat(1_000)}`,
  `/${"é".repeat(400)}`,
])("%j leads to the start page", (path) => {
  expect(returnUrl(origin, path)).toBe(`${origin}/`);
});
