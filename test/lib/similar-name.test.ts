import { expect, test } from "vitest";
import { similarName } from "../../lib/similar-name.ts";

const names = ["stage", "lambdaConcurrency", "apiDomainName", "siteDomainName", "canary"];

test.each([
  ["lambdaConcurency", "lambdaConcurrency"],
  ["lambdaconcurrency", "lambdaConcurrency"],
  ["stge", "stage"],
  ["Stages", "stage"],
  ["siteDomain", undefined],
  ["apiDomain", undefined],
  ["apiDomainNam", "apiDomainName"],
  ["cannary", "canary"],
  ["timeout", undefined],
  ["", undefined],
])("%j is spelled like %s", (text, name) => {
  expect(similarName(text, names)).toBe(name);
});
