import { expect, test } from "vitest";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import type { CounterDecision } from "../../../core/counters/settings/change-counter.ts";
import { newGroup } from "../../../core/groups/group.ts";
import type { Member } from "../../../core/members/member.ts";
import { newOrganization } from "../../../core/organizations/organization.ts";
import { type GroupPorts, groupHandlers } from "../../../lambdas/groups/group-routes.ts";
import { workMs } from "../../../lambdas/private-api/bounded-run.ts";

const nowMs = Date.UTC(2026, 10, 22);
const randomBase62 = (length: number) => "0".repeat(length);
const organization = newOrganization({ name: "Museum", plan: "pro" }, { nowMs, randomBase62 });
const { id: organizationId } = organization;
const groupId = "grp_00000000000000000000";
const group = newGroup({ name: "Hall", capacity: null }, { organizationId, groupId }, nowMs);
const listed = ["1", "2"].map((digit) =>
  newCounter(
    { name: digit, groupId },
    { organizationId, counterId: `ctr_${digit.repeat(20)}` },
    nowMs,
  ),
);

/** A group whose counters another request takes out of it first, and where each step takes long. */
function emptiedByOthers(entries: AuditEntry[]): GroupPorts {
  let steps = 0;
  const ports: Partial<Record<keyof GroupPorts, unknown>> = {
    clock: { now: () => nowMs + workMs * steps },
    randomBase62,
    organizations: { get: async () => ({ organization }) },
    groups: { get: async () => group },
    storedCounters: { list: async () => listed },
    counterChanges: {
      async change(_: unknown, decide: (counter: undefined) => CounterDecision<unknown>) {
        steps += 1;
        const { result, write } = decide(undefined);
        if (write !== undefined) entries.push(write.audit.entry);
        return result;
      },
    },
  };
  return ports as GroupPorts;
}

test("a request that has taken no counter out of a group records no change", async () => {
  const createdAt = new Date(nowMs).toISOString();
  const member: Member = {
    ...{ organizationId, id: "mem_00000000000000000000", personId: "per_0", name: "Anna" },
    ...{ email: "anna@people.example", role: "owner", joinedAt: createdAt },
  };
  const entries: AuditEntry[] = [];
  const handlers = groupHandlers(emptiedByOthers(entries));
  const request = { member, path: { organizationId, groupId }, body: { ungroup: true } };
  const remove = handlers["DELETE /api/setup/{organizationId}/groups/{groupId}"];
  const { body } = await remove(request as unknown as Parameters<typeof remove>[0]);
  expect(body).toMatchObject({ deleted: false, ungrouped: 0, counters: 1 });
  expect(entries).toEqual([]);
});
