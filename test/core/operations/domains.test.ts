import { expect, test } from "vitest";
import { judgeDomains } from "../../../core/operations/domains.ts";

const api = { name: "api.example.com", target: "d-abc.execute-api.example", resolves: true };

test("a stack without own domains is fine, and so are domains that resolve", () => {
  expect(judgeDomains([])).toMatchObject([{ severity: "fine" }]);
  expect(judgeDomains([api])).toMatchObject([
    { severity: "fine", sentence: "custom domains resolve: api.example.com" },
  ]);
});

test("a domain that does not resolve is named, with where it has to point", () => {
  const other = { ...api, name: "live.example.com" };
  expect(judgeDomains([{ ...api, resolves: false }, other])).toEqual([
    {
      severity: "critical",
      sentence: "api.example.com does not resolve, so nobody reaches the service there",
      remedy: "point a CNAME or alias record of it to d-abc.execute-api.example",
    },
  ]);
});
