import { expect, test } from "vitest";
import { newGroup } from "../../../core/groups/group.ts";
import { type DriftPorts, lookForDrift } from "../../../core/operations/look-for-drift.ts";
import { doctorLimits } from "../../../core/operations/reading-limits.ts";
import { newOrganization } from "../../../core/organizations/organization.ts";

const organization = newOrganization(
  { name: "Baths", plan: "pro" },
  { nowMs: 0, randomBase62: (length) => "a".repeat(length) },
);
const record = {
  organization,
  apiKeys: { key_1: "hash-1" },
  endpointIds: new Set<string>(),
  counterCount: 0,
  groupCount: 0,
  alertCount: 0,
  alertEpoch: 0,
  revision: 1,
};
const limits = doctorLimits({ full: false });

/** Tables that agree: one organization with one API key. */
function portsOf(changed: Partial<DriftPorts> = {}): DriftPorts {
  return {
    organization: async (id) => (id === organization.id ? record : undefined),
    isBeingDeleted: async () => false,
    existingKeys: async (hashes) => hashes.map((hash) => hash.replace("hash-", "key_")),
    endpointIds: async () => [],
    embeds: async () => ({ listed: [], actual: [], counterIds: [] }),
    counters: async () => [],
    counter: async () => undefined,
    groups: async () => [],
    watchedTargets: async () => [],
    roster: async () => ({ member: { stored: 0, actual: 0 }, owner: { stored: 0, actual: 0 } }),
    group: async () => undefined,
    members: async () => [],
    events: async () => [],
    now: () => 0,
    ...changed,
  };
}

async function sentences(ports: DriftPorts, keys: { keyHash: string; organizationId: string }[]) {
  const { findings } = await lookForDrift(
    ports,
    { organizations: [record], keys, embeds: [], limits },
    () => {},
  );
  return findings.map(({ sentence }) => sentence);
}

const listed = { keyHash: "hash-1", organizationId: organization.id };

test("tables that agree have no finding", async () => {
  expect(await sentences(portsOf(), [listed])).toEqual([]);
});

test("a difference that is gone at the second look was a change under way", async () => {
  let looks = 0;
  const endpointIds = async () => {
    looks += 1;
    return looks === 1 ? ["end_1"] : [];
  };
  expect(await sentences(portsOf({ endpointIds }), [listed])).toEqual([]);
  expect(looks).toBe(2);
});

test("a key that was revoked since it was read is no finding", async () => {
  const existingKeys = async (hashes: string[]) => (hashes.includes("hash-1") ? ["key_1"] : []);
  const revoked = { keyHash: "hash-2", organizationId: organization.id };
  expect(await sentences(portsOf({ existingKeys }), [listed, revoked])).toEqual([]);
});

const orphan = { keyHash: "hash-9", organizationId: "org_gone" };

test("keys of an organization that does not exist are a finding", async () => {
  expect(await sentences(portsOf(), [listed, orphan])).toEqual([
    "there is 1 API key of org_gone, which does not exist",
  ]);
});

test("while an organization is being deleted, what is left of it is no finding", async () => {
  expect(await sentences(portsOf({ isBeingDeleted: async () => true }), [orphan])).toEqual([]);
});

test("a group that changes all the time is left out, and one that comes to rest is judged", async () => {
  const key = { organizationId: organization.id, groupId: "grp_1" };
  const hall = { ...newGroup({ name: "Hall" }, key, 0), total: 3n };
  const looks = async (changesUntil: number) => {
    let revision = 1;
    const group = async () => {
      if (revision < changesUntil) revision += 1;
      return { ...hall, revision };
    };
    return await sentences(portsOf({ groups: async () => [hall], group }), [listed]);
  };
  // Its number of groups is wrong in both cases.
  const counted = `${organization.id} says it has 0 groups, but has 1`;
  expect(await looks(Number.POSITIVE_INFINITY)).toEqual([counted]);
  expect(await looks(4)).toEqual([
    counted,
    `the group grp_1 of ${organization.id} has the total 3, and its members add up to 0`,
  ]);
});
