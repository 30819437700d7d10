import { expect, test } from "vitest";
import {
  type Authorization,
  authorizedRead,
  type KeyMemory,
} from "../../../core/keys/authorized-read.ts";
import { rateLimitStatus } from "../../../core/keys/rate-limit.ts";
import { requestLimits } from "../../../core/organizations/plan.ts";

const rateLimit = rateLimitStatus(requestLimits("pro"), { minute: 1, hour: 1 }, 0);
const authorized: Authorization = {
  result: "authorized",
  keyId: "key_1",
  organizationId: "org_1",
  rateLimit,
};

/** An authorizer that answers when told to, and a read that reports when it began. */
function scene(memory: KeyMemory = new Map()) {
  const began: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Authorization>();
  const signals: AbortSignal[] = [];
  const access = authorizedRead({ authorize: () => promise }, memory, {
    keyHash: "hash",
    nowMs: 0,
    read: async (organizationId, signal) => {
      began.push(organizationId);
      signals.push(signal);
      return `data of ${organizationId}`;
    },
  });
  return { memory, began, signals, access, answer: resolve, fail: reject };
}

test("a key seen for the first time is read only after its authorization", async () => {
  const first = scene();
  expect(first.began).toEqual([]);
  first.answer(authorized);
  const access = await first.access;
  expect("data" in access && (await access.data)).toBe("data of org_1");
});

test("a key authorized before is read beside its authorization, once", async () => {
  const again = scene(new Map([["hash", "org_1"]]));
  expect(again.began).toEqual(["org_1"]);
  again.answer(authorized);
  const access = await again.access;
  expect("data" in access && (await access.data)).toBe("data of org_1");
  expect(again.began).toEqual(["org_1"]);
});

test.each<Authorization>([
  { result: "unknown_key" },
  { result: "plan_required", keyId: "key_1" },
  { result: "rate_limited", keyId: "key_1", rateLimit },
])(
  "after $result nothing is returned, the read is abandoned and the key forgotten",
  async (refusal) => {
    const refused = scene(new Map([["hash", "org_1"]]));
    refused.answer(refusal);
    expect(await refused.access).toEqual({ authorization: refusal });
    expect(refused.signals[0]?.aborted).toBe(true);
    expect(refused.memory.has("hash")).toBe(false);
  },
);

test("data of another organization than the authorized one are discarded", async () => {
  const moved = scene(new Map([["hash", "org_0"]]));
  moved.answer(authorized);
  const access = await moved.access;
  expect("data" in access && (await access.data)).toBe("data of org_1");
  expect(moved.began).toEqual(["org_0", "org_1"]);
});

test("an authorizer that fails makes the request fail and abandons the read", async () => {
  const failing = scene(new Map([["hash", "org_1"]]));
  failing.fail(new Error("no answer"));
  await expect(failing.access).rejects.toThrow("no answer");
  expect(failing.signals[0]?.aborted).toBe(true);
});

/** A memory of this many keys, from `key 0` on. */
const memoryOf = (count: number): KeyMemory =>
  new Map(Array.from({ length: count }, (_, index) => [`key ${index}`, "org_1"] as const));

test.each([
  ["the last key that fits takes no other's place", memoryOf(999), true],
  ["the key after it takes the place of the oldest", memoryOf(1_000), false],
])("of 1,000 remembered keys %s", async (_, memory, staysOldest) => {
  const newest = scene(memory);
  newest.answer(authorized);
  await newest.access;
  expect(memory.size).toBe(1_000);
  expect(memory.has("key 0")).toBe(staysOldest);
  expect(memory.has("hash")).toBe(true);
});

test("a key that is used again is forgotten after all that were unused for longer", async () => {
  const memory: KeyMemory = new Map([["hash", "org_1"], ...memoryOf(1)]);
  const again = scene(memory);
  again.answer(authorized);
  await again.access;
  expect([...memory.keys()]).toEqual(["key 0", "hash"]);
});
