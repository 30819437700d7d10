import { expect, test } from "vitest";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import type { CounterChange } from "../../../core/counters/counting.ts";
import { newGroup } from "../../../core/groups/group.ts";
import { newOrganization } from "../../../core/organizations/organization.ts";
import { type GroupPorts, groupRoutes } from "../../../lambdas/counters/group-routes.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import type { RequestScope } from "../../../lambdas/http/request-scope.ts";
import { workMs } from "../../../lambdas/private-api/bounded-run.ts";
import type { MemberAccess } from "../../../lambdas/private-api/member-access.ts";

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
    counting: {
      counter: async () => {
        steps += 1;
        return undefined;
      },
      writeSettings: async ({ audit }: CounterChange) => {
        entries.push(audit.entry);
        return { result: "written" };
      },
    },
  };
  return ports as GroupPorts;
}

test("a request that has taken no counter out of a group records no change", async () => {
  const member = { organizationId, id: "mem_00000000000000000000", name: "Anna", role: "owner" };
  const access = { member: async () => ({ member }) } as unknown as MemberAccess;
  const entries: AuditEntry[] = [];
  const routes = groupRoutes(access, emptiedByOthers(entries));
  const remove = routes["DELETE /api/organizations/{organizationId}/groups/{groupId}"];
  const event = { pathParameters: { groupId }, body: JSON.stringify({ ungroup: true }) };
  const response = await remove?.(event as unknown as HttpEvent, {} as RequestScope);
  expect(JSON.parse(response?.body ?? "")).toEqual({ deleted: false, ungrouped: 0, counters: 2 });
  expect(entries).toEqual([]);
});
