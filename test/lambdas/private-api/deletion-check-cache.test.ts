import { expect, test } from "vitest";
import { deletionCheckCache } from "../../../lambdas/private-api/deletion-check-cache.ts";

test("an organization is taken to exist for ten seconds after it was found", () => {
  const cache = deletionCheckCache();
  expect(cache.holds("org_1", 0)).toBe(false);
  cache.add("org_1", 1_000);
  expect(cache.holds("org_1", 10_999)).toBe(true);
  expect(cache.holds("org_1", 11_000)).toBe(false);
  expect(cache.holds("org_2", 1_000)).toBe(false);
});

test("of more than a thousand organizations, the one that was looked at first is forgotten", () => {
  const cache = deletionCheckCache();
  for (let made = 0; made <= 1_000; made++) cache.add(`org_${made}`, 0);
  expect(cache.holds("org_0", 1)).toBe(false);
  expect(cache.holds("org_1", 1)).toBe(true);
  expect(cache.holds("org_1000", 1)).toBe(true);
});
