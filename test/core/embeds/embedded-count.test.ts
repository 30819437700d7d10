import { expect, test } from "vitest";
import { embeddedGroup } from "../../../core/embeds/embedded-count.ts";

const group = {
  ...{ id: "grp_1", organizationId: "org_1", name: "Hall 1", capacity: 500 as number | null },
  ...{ total: -3n, memberCount: 1, alertCount: 0, revision: 1, createdAt: "2026-11-28T08:00:00Z" },
};

test.each([
  [500, 0],
  [0, 0],
  [null, -3],
])("an embed of a group that stands at -3 with the capacity %o shows %i", (capacity, count) => {
  expect(embeddedGroup({ ...group, capacity }).count).toBe(count);
});
