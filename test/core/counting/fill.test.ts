import { expect, test } from "vitest";
import type { StoredAlert } from "../../../core/alerts/alert.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { keptAlerts, type Limit, surroundingsOf } from "../../../core/counting/fill.ts";
import { newGroup } from "../../../core/groups/group.ts";
import { storedAlert } from "../alerts/stored-alert.ts";

const organizationId = "org_1";
const key = { organizationId, counterId: "ctr_1" };
const groupId = "grp_00000000000000000001";

interface Case {
  goal?: number;
  /** Null without a capacity, undefined without a group. */
  capacity?: number | null;
  ofCounter?: Partial<StoredAlert>[];
  ofGroup?: Partial<StoredAlert>[];
}

const atCapacity = { kind: "at_capacity" } as const;
const percent = (share: number) => ({ kind: "percent", percent: share }) as const;

test.each<[string, Case, Limit | undefined]>([
  ["nothing is full without a capacity", { goal: 100 }, undefined],
  [
    "an alert at capacity makes the goal a capacity",
    { goal: 100, ofCounter: [atCapacity] },
    { scope: "counter", capacity: 100, almostAt: 90 },
  ],
  [
    "an alert's own capacity and percent",
    {
      ofCounter: [
        { ...atCapacity, capacity: 50 },
        { ...percent(70), capacity: 50 },
      ],
    },
    { scope: "counter", capacity: 50, almostAt: 35 },
  ],
  [
    "a paused alert says nothing",
    { goal: 100, ofCounter: [{ ...atCapacity, paused: true }] },
    undefined,
  ],
  ["a group's capacity of 0", { capacity: 0 }, { scope: "group", capacity: 0, almostAt: 0 }],
  [
    "a goal of 0 and an alert's own capacity of 0",
    { goal: 0, ofCounter: [{ ...atCapacity, capacity: 0 }] },
    { scope: "counter", capacity: 0, almostAt: 0 },
  ],
  ["a group's capacity", { capacity: 500 }, { scope: "group", capacity: 500, almostAt: 450 }],
  [
    "the group's capacity goes before the counter's alert",
    { goal: 10, capacity: 500, ofCounter: [atCapacity], ofGroup: [percent(80), percent(95)] },
    { scope: "group", capacity: 500, almostAt: 400 },
  ],
  [
    "a group without one leaves it to the counter's alert",
    { goal: 10, capacity: null, ofCounter: [atCapacity] },
    { scope: "counter", capacity: 10, almostAt: 9 },
  ],
  [
    "where there is room for one, nothing is almost full",
    { capacity: 1 },
    { scope: "group", capacity: 1, almostAt: 1 },
  ],
])("%s", async (_, { goal = null, capacity, ofCounter = [], ofGroup = [] }, limit) => {
  const grouped = capacity === undefined ? null : groupId;
  const counter = {
    ...newCounter({ name: "Door", goalTarget: goal, groupId: grouped }, key, 0),
    alertCount: ofCounter.length,
  };
  const group = {
    ...newGroup({ name: "Hall", capacity: capacity ?? null }, { organizationId, groupId }, 0),
    alertCount: ofGroup.length,
  };
  const found = await surroundingsOf(
    {
      readGroup: async () => group,
      readMember: async () => undefined,
      alertsOn: async ({ targetId }) =>
        (targetId === groupId ? ofGroup : ofCounter).map((alert) => storedAlert(alert)),
    },
    counter,
    [counter.id],
  );
  expect(found.limit).toEqual(limit);
});

test("alerts are read twice a minute, and at once where their number changes", async () => {
  let [nowMs, reads] = [0, 0];
  const read = async () => {
    reads++;
    return [storedAlert({})];
  };
  const clock = { now: () => nowMs };
  const alertsOn = keptAlerts({ alertsOn: read, planOf: async () => "enterprise", clock });
  const target = { organizationId, targetId: "ctr_1" };
  await alertsOn({ ...target, alertCount: 0 });
  expect(reads).toBe(0);
  for (const each of [1, 1, 2]) await alertsOn({ ...target, alertCount: each });
  expect(reads).toBe(2);
  nowMs = 31_000;
  await alertsOn({ ...target, alertCount: 2 });
  expect(reads).toBe(3);
});

test("where the plan has no alerts, those that are left say nothing", async () => {
  const alertsOn = keptAlerts({
    alertsOn: async () => [storedAlert({})],
    planOf: async () => "pro",
    clock: { now: () => 0 },
  });
  expect(await alertsOn({ organizationId, targetId: "ctr_1", alertCount: 1 })).toEqual([]);
});
test.each([1, 2, 3, 4])(
  "a count that is evaluated before read %i is in the total and its member, or in neither",
  async (moment) => {
    let [reads, counted] = [0, 0];
    const read = () => {
      if (++reads === moment) counted = 1;
    };
    const { group, members } = await surroundingsOf(
      {
        readGroup: async () => {
          read();
          const group = newGroup({ name: "Hall" }, { organizationId, groupId }, 0);
          return { ...group, total: BigInt(counted), revision: 1 + counted };
        },
        readMember: async (_, counterId) => {
          read();
          return { counterId, count: counterId === "ctr_1" ? counted : 0, lastEventId: counted };
        },
        alertsOn: async () => [],
      },
      newCounter({ name: "Door", groupId }, key, 0),
      ["ctr_1", "ctr_2"],
    );
    expect(members?.reduce((sum, { count }) => sum + count, 0)).toBe(Number(group?.total));
  },
);
