import { expect, test } from "vitest";
import { returnUrl } from "../../../core/sessions/return-path.ts";

const origin = "https://console.example.com";

test.each([
  ["/", "/"],
  ["/count/ctr_abc", "/count/ctr_abc"],
  ["/count/ctr_abc?x=1&y=//z", "/count/ctr_abc?x=1&y=//z"],
  ["/join#org_1.inv_1.secret", "/join"],
  ["/joiné", "/join%C3%A9"],
  ["/caf%C3%A9?q=%2F%2Fsign-in#/sign-in", "/caf%C3%A9?q=%2F%2Fsign-in"],
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
  "/%73ign-in",
  "/%2573ign-in",
  "/%252573ign-in",
  "/sign%2Din?returnTo=/%73ign-in",
  "/sign-in%2Fcallback",
  "/%61pi/session",
  "/sign-in#/count/ctr_abc",
  "/sign-in?x",
  "/%2Fsign-in",
  "/%2F%2Fevil.example",
  "/%252F%252Fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/x/%0d%0aset-cookie:a=b",
  "/count/%2e%2e/sign-in",
  "/count/%252e%252e/sign-in",
  "/count%2F..%2Fsign-in",
  "/.%2Fsign-in",
  "/100%",
  "/%ff",
  `/${"a".repeat(1_000)}`,
  `/${"é".repeat(400)}`,
  `/${"%25".repeat(1_000)}73ign-in`,
  `/${"%2525".repeat(50_000)}`,
])("%j leads to the start page", (path) => {
  expect(returnUrl(origin, path)).toBe(`${origin}/`);
});
