import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type GroupMember, newGroup } from "../../../../core/groups/group.ts";
import {
  deleteGroup,
  type GroupDeletionPorts,
} from "../../../../core/groups/settings/delete-group.ts";
import {
  newOrganization,
  type OrganizationRecord,
} from "../../../../core/organizations/organization.ts";
import { operator } from "../../audit/operator.ts";

const randomBase62 = (length: number) => "0".repeat(length);
const organizationId = "org_00000000000000000001";
const organization: OrganizationRecord = {
  organization: newOrganization({ name: "Org", plan: "free" }, { nowMs: 0, randomBase62 }),
  ...{ apiKeys: {}, endpointIds: new Set(), counterCount: 0, groupCount: 1 },
  ...{ alertCount: 0, alertEpoch: 0, revision: 1 },
};
const key = { organizationId, groupId: "grp_00000000000000000001" };

test("a deletion waits for the recount that removes a member without a counter", async () => {
  const group = { ...newGroup({ name: "Hall" }, key, 0), memberCount: 1 };
  let members: GroupMember[] = [{ counterId: "ctr_1", count: 0, lastEventId: 1 }];
  const unused = () => Promise.reject(new Error("no counter is in the group"));
  const ports: GroupDeletionPorts = {
    organizations: { get: async () => organization },
    groups: { get: async () => group, list: async () => [group] },
    storedCounters: { get: async () => undefined, list: async () => [] },
    counterChanges: { change: unused },
    recounts: {
      maximumCorrections: 10,
      calendar: unused,
      members: async () => members,
      allMembers: async () => members,
      // Later than everything that does not wait for it.
      async write() {
        await setImmediate();
        members = [];
        group.memberCount = 0;
        return "written";
      },
    },
    groupDeletions: {
      deleteEmpty: async () =>
        members.length === 0 ? { result: "deleted", group, alerts: [] } : { result: "has_members" },
    },
    clock: { now: () => 0, backOff: async () => {} },
    randomBase62,
  };
  const control = { onProgress: () => {}, isStopped: () => false };
  const deletion = deleteGroup(ports, { key, ungroup: false, by: operator }, control);
  expect(await deletion).toMatchObject({ result: "deleted", ungrouped: 0 });
});
