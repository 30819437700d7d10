import { expect, test } from "vitest";
import { newGroup } from "../../../../core/groups/group.ts";
import { groupDeleted, groupEmptied } from "../../../../core/groups/group-audit.ts";
import { actionSentence } from "../../../../web/console/audit/actions.ts";

const group = newGroup({ name: "Hall" }, { organizationId: "org_1", groupId: "grp_1" }, 0);
const action = "group.delete";

test("a deletion of a group that broke off has not deleted it", () => {
  const brokenOff = { action, after: groupEmptied(group, 100).after };
  expect(actionSentence(brokenOff)).toBe("took counters out of the group");
  const done = { action, after: groupDeleted({ group, alerts: [], ungrouped: 20 }).after };
  expect(actionSentence(done)).toBe("deleted the group");
});

test("what was undone is said to be", () => {
  const entry = (after: object) => ({ action: "counter.adjust", after: { count: 4, ...after } });
  expect([entry({}), entry({ undoes: true })].map(actionSentence)).toEqual([
    ...["set the count of", "undid a change of the count of"],
  ]);
});

test("an action of another version is shown as the log has it", () => {
  expect(actionSentence({ action: "gate.re-open", after: null })).toBe("gate re open");
});
