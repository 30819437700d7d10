// @module-tag all
import { describe, expect, test } from "vitest";
import { localDynamodbClient } from "../../../../adapters/aws/dynamodb-client.ts";
import { beginDeletion, continueDeletion } from "../../../../core/data/deletion.ts";
import { fullOrganization, tracesOf } from "../../../system/full-organization.ts";
import { newGroup } from "../../../system/group-service.ts";
import { operator } from "../../../system/people-service.ts";
import {
  createCounter,
  createOrganization,
  outputs,
  stores,
  storesThrough,
  tapOnce,
} from "../../../system/service.ts";
import { proxyOfTest } from "../../fault-proxy.ts";
import { overtakenClient, queryOf } from "../../overtaken-client.ts";

const toTheEnd = { isStopped: () => false };

async function begin(organizationId: string): Promise<string> {
  expect((await beginDeletion(stores, { organizationId }, operator)).result).toBe("begun");
  return organizationId;
}

describe("a deletion ends the same", () => {
  const nothingMore = ["AuditEntries", "IdempotencyKeys", "Sessions"];

  // A run that is killed before its next call leaves the same.
  test("when each run is killed after a later call, whose response is lost", async () => {
    const full = await fullOrganization();
    const organizationId = full.organization.id;
    let calls = 0;
    let last = 0;
    const proxy = await proxyOfTest(() => {
      calls += 1;
      if (calls === last) return "lose the response";
      return calls > last ? { error: "AccessDeniedException" } : undefined;
    });
    const killed = storesThrough(localDynamodbClient(proxy.endpoint));
    const run = async () => {
      calls = 0;
      const begun = await beginDeletion(killed, { organizationId }, operator);
      if (begun.result !== "begun") return begun.result;
      return (await continueDeletion(killed, organizationId, toTheEnd)).result;
    };
    const results = new Set<string>();
    while (!results.has("deleted") && !results.has("no_such_organization")) {
      last += 1;
      results.add(await run().catch(() => "killed"));
    }
    expect(results).toContain("killed");
    expect(last).toBeGreaterThan(10);
    expect(await tracesOf(full.ids)).toEqual(nothingMore);
  });

  test("when it is stopped after each step, and another door goes on", async () => {
    const full = await fullOrganization();
    const organizationId = await begin(full.organization.id);
    const parts: string[] = [];
    for (let over = false; !over; ) {
      let steps = 0;
      const run = await continueDeletion(stores, organizationId, { isStopped: () => steps++ > 9 });
      if (run.result === "unfinished") parts.push(run.part);
      over = run.result !== "unfinished";
      if (parts.length > 20) throw new Error(`no end: ${parts}`);
    }
    expect(await tracesOf(full.ids)).toEqual(nothingMore);
  });

  test.each([
    ["counters", outputs.CountersTable, outputs.CountEventsTable],
    ["groups", outputs.CounterGroupsTable, outputs.GroupMembersTable],
  ] as const)("when a run finds no more %s, because one that died had begun", async (...of) => {
    const [part, tableName, belongings] = of;
    const organization = await createOrganization("free");
    const group = await newGroup(organization);
    const counter = await createCounter(organization, { groupId: group.id });
    await tapOnce(counter);
    const organizationId = await begin(organization.id);
    const deletion = await stores.deletions.get(organizationId);
    if (deletion === undefined) throw new Error("it has begun");
    const dies = () => Promise.reject(new Error("the run died"));
    const dying = storesThrough(overtakenClient(dies, queryOf(belongings)));
    const happens = () =>
      expect(dying.deletions.removeSome(deletion, part)).rejects.toThrow("the run died");
    const late = storesThrough(overtakenClient(happens, queryOf(tableName)));
    expect((await continueDeletion(late, organizationId, toTheEnd)).result).toBe("deleted");
    expect(await tracesOf([organizationId, counter.id, group.id])).toEqual(["AuditEntries"]);
  });

  test("when several run at once", async () => {
    const full = await fullOrganization();
    const organizationId = full.organization.id;
    const runs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const begun = await beginDeletion(stores, { organizationId }, operator);
        if (begun.result !== "begun") return begun.result;
        return (await continueDeletion(stores, organizationId, toTheEnd)).result;
      }),
    );
    expect(runs).toContain("deleted");
    expect(await tracesOf(full.ids)).toEqual(nothingMore);
  });
});
