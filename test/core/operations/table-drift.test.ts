import { describe, expect, test } from "vitest";
import { newGroup } from "../../../core/groups/group.ts";
import {
  judgeGroup,
  judgeOrganization,
  type OrganizationFacts,
} from "../../../core/operations/table-drift.ts";

const same = { listed: ["a", "b"], actual: ["b", "a"] };
const facts: OrganizationFacts = {
  organizationId: "org_1",
  keys: same,
  endpoints: same,
  embeds: same,
  embedded: { listed: ["ctr_1"], actual: ["ctr_1", "ctr_2"] },
  counts: {
    counter: { stored: 2, actual: 2 },
    group: { stored: 0, actual: 0 },
    alert: { stored: 1, actual: 1 },
  },
  roster: { member: { stored: 2, actual: 2 }, owner: { stored: 1, actual: 1 } },
  watched: [{ id: "ctr_1", stored: 1, actual: 1 }],
};

describe("an organization", () => {
  test("whose lists and numbers agree has no finding", () => {
    expect(judgeOrganization(facts)).toEqual([]);
  });

  test.each<[Partial<OrganizationFacts>, string]>([
    [
      { keys: { listed: ["a", "b", "c"], actual: ["b"] } },
      "org_1 lists 2 API keys that do not exist: a, c",
    ],
    [{ keys: { listed: [], actual: ["key_1"] } }, "org_1 has 1 API key that its list lacks: key_1"],
    [
      { endpoints: { listed: ["end_1"], actual: [] } },
      "org_1 lists 1 endpoint that does not exist: end_1",
    ],
    [{ embeds: { listed: ["secret"], actual: [] } }, "org_1 lists 1 embed that does not exist"],
    [
      { embedded: { listed: ["ctr_1", "ctr_9"], actual: ["ctr_1"] } },
      "org_1 has embeds of 1 counter that does not exist: ctr_9",
    ],
    [
      { counts: { ...facts.counts, group: { stored: 3, actual: 2 } } },
      "org_1 says it has 3 groups, but has 2",
    ],
    [
      { roster: { ...facts.roster, owner: { stored: 1, actual: 0 } } },
      "org_1 says it has 1 owner, but has 0",
    ],
    [
      { watched: [{ id: "ctr_1", stored: 0, actual: 2 }] },
      "alerts of org_1 never fire, because what they watch is stored as having no alerts: ctr_1",
    ],
    [
      { watched: [{ id: "grp_1", stored: 2, actual: 0 }] },
      "numbers of alerts in org_1 are wrong: grp_1 says 2, but has 0",
    ],
  ])("%o is told", (changed, sentence) => {
    expect(judgeOrganization({ ...facts, ...changed })).toMatchObject([{ sentence }]);
  });
});

test.each([
  [
    2,
    /^if counters are lost, restore them: .*recover-data\.md; if none is lost, correct the number$/,
  ],
  [4, /^correct the number$/],
])("where %i of 3 counters exist, restoring comes before a new number", (actual, remedy) => {
  const counts = { ...facts.counts, counter: { stored: 3, actual } };
  expect(judgeOrganization({ ...facts, counts })).toMatchObject([
    {
      remedy: expect.stringMatching(remedy),
      command: { verb: "org recount", args: ["org_1"] },
    },
  ]);
});

describe("a group", () => {
  const key = { organizationId: "org_1", groupId: "grp_1" };
  const group = { ...newGroup({ name: "Hall" }, key, 0), total: 5n, memberCount: 2 };
  const members = [
    { counterId: "a", count: 7, lastEventId: 9 },
    { counterId: "b", count: -2, lastEventId: 2 },
  ];

  test("whose members add up to its total has no finding", () => {
    expect(judgeGroup(group, members)).toEqual([]);
  });

  test.each([
    [{ total: 6n }, "has the total 6, and its members add up to 5"],
    [{ memberCount: 3 }, "says it has 3 members, but has 2"],
  ])("%o is told, with the command that counts it again", (changed, wrong) => {
    expect(judgeGroup({ ...group, ...changed }, members)).toMatchObject([
      {
        sentence: `the group grp_1 of org_1 ${wrong}`,
        command: { verb: "group recount", args: ["--org", "org_1", "grp_1"] },
      },
    ]);
  });
});
