// @module-tag all
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localDynamodbClient } from "../../../adapters/aws/dynamodb-client.ts";
import { asMember, type ChangedBy } from "../../../core/members/changed-by.ts";
import type { Member } from "../../../core/members/member.ts";
import { removeMember, setRole } from "../../../core/members/member-changes.ts";
import { changePlan } from "../../../core/organizations/organization-changes.ts";
import { operator } from "../../core/audit/operator.ts";
import { storesOvertakenBy } from "../../system/group-service.ts";
import { createMember } from "../../system/people-service.ts";
import { outputs, stores, storesThrough } from "../../system/service.ts";
import { type FaultProxy, faultProxy } from "../fault-proxy.ts";
import { type Change, changes, longChanges, newWorld, type World } from "./member-changes.ts";

// Whoever changes something: with its entry or not at all, and only as long as they may.

let isRefused = false;
let proxy: FaultProxy;
let ports: typeof stores;

const hasEntry = (input: object) => JSON.stringify(input).includes(outputs.AuditEntriesTable);

beforeAll(async () => {
  proxy = await faultProxy(({ operation, input }) => {
    const writesEntry = /Put|Write/.test(operation) && hasEntry(input);
    return isRefused && writesEntry ? { error: "AccessDeniedException" } : undefined;
  });
  ports = storesThrough(localDynamodbClient(proxy.endpoint));
});

afterAll(() => proxy.close());

/** Everything that the changes change, without what is done to the members themselves. */
async function stateOf({ organizationId }: World) {
  const { entries } = await stores.auditLog.list({ organizationId, limit: 100 });
  return {
    record: await stores.organizations.get(organizationId),
    counters: await stores.storedCounters.list(organizationId),
    groups: await stores.groups.list(organizationId),
    keys: await stores.apiKeys.list(organizationId),
    endpoints: await stores.listStored(organizationId),
    alerts: await stores.alertRegistry.list(organizationId),
    embeds: await stores.embedSessions.list(organizationId),
    gates: await stores.gates.list(organizationId),
    invitations: await stores.people.invitations(organizationId),
    entries: entries.filter(({ action }) => !/^member\.(set|rem)/.test(action)),
  };
}

const adminOf = async ({ organizationId }: World) =>
  (await createMember({ id: organizationId }, "admin")).member;

const demote = ({ organizationId, id: memberId }: Member) =>
  setRole(stores, { organizationId, memberId, role: "member" }, operator);
const remove = ({ organizationId, id: memberId }: Member) =>
  removeMember(stores, { organizationId, memberId }, operator);

/** In one transaction with its entry; where the entry cannot be written, nothing is changed. */
async function madeWithEntry([action, change, first]: Change, world: World, by: ChangedBy) {
  await first?.(ports, world, by);
  const before = await stateOf(world);
  isRefused = true;
  await expect(change(ports, world, by)).rejects.toThrow("AccessDenied");
  isRefused = false;
  expect(await stateOf(world)).toEqual(before);
  const earlier = proxy.calls.length;
  await change(ports, world, by);
  const writes = proxy.calls.slice(earlier).filter(({ operation }) => /^Transact/.test(operation));
  expect(writes.map(({ input }) => hasEntry(input))).toEqual([true]);
  const { entries } = await stateOf(world);
  expect(entries).toHaveLength(before.entries.length + 1);
  expect(entries[0]).toMatchObject({ action, actor: { kind: by.kind } });
}

test.each(changes)("an operator's %s is made with its entry or not at all", async (...change) => {
  await madeWithEntry(change, await newWorld(), operator);
});

test("only operators change plans, with the entry or not at all", async () => {
  const world = await newWorld();
  const setPlan: Change[1] = (at, of, by) => changePlan(at, { ...of, plan: "pro" }, by);
  await madeWithEntry(["org.set-plan", setPlan], world, operator);
});

describe.each([...changes, ...longChanges])("%s", (action, change, first) => {
  test("of an admin who is demoted or removed meanwhile changes nothing", async () => {
    const world = await newWorld();
    await first?.(stores, world, operator);
    const [demoted, removed] = [await adminOf(world), await adminOf(world)];
    const before = await stateOf(world);
    for (const [member, lose] of [
      [demoted, demote],
      [removed, remove],
    ] as const) {
      const overtaken = storesOvertakenBy(() => lose(member));
      expect(await change(overtaken, world, asMember(member))).toEqual({ result: "forbidden" });
      expect(await stateOf(world)).toEqual(before);
    }
  });

  test("of an admin who stays is made, also while another member changes", async () => {
    const world = await newWorld();
    const [member, other] = [await adminOf(world), await adminOf(world)];
    await first?.(stores, world, operator);
    const by = asMember(member);
    if (changes.some(([one]) => one === action)) {
      // Nothing of the entry of before.
      isRefused = true;
      await expect(change(ports, world, by)).rejects.toThrow("AccessDenied");
      isRefused = false;
    }
    const before = await stateOf(world);
    await change(
      storesOvertakenBy(() => demote(other)),
      world,
      by,
    );
    const after = await stateOf(world);
    expect(after).not.toEqual(before);
    // Entries of one moment have no order: an import also creates groups.
    const own = after.entries.find((entry) => entry.action === action);
    expect(own).toMatchObject({ actor: { kind: "member" } });
  });
});
