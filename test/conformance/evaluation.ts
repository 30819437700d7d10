import { beforeEach, describe, expect, test } from "vitest";
import { randomBase62 } from "../../adapters/random.ts";
import type { StoredAlert } from "../../core/alerts/alert.ts";
import type { EvaluationStore } from "../../core/alerts/evaluate-counts.ts";
import type { EvaluationWrite } from "../../core/alerts/evaluation-plan.ts";
import type { Firing } from "../../core/alerts/firing.ts";
import type { CountMark, MarkTarget } from "../../core/counters/count-mark.ts";
import type { GroupMember, StoredGroup } from "../../core/groups/group.ts";

/** A store, and what tests do around it. */
export interface EvaluationWorld {
  store: EvaluationStore;
  putGroup(group: StoredGroup, members: GroupMember[]): Promise<void>;
  putAlert(alert: StoredAlert): Promise<void>;
  firings(organizationId: string): Promise<Firing[]>;
  /** Of minutes. */
  marks(target: MarkTarget): Promise<CountMark[]>;
}

/** Of today: the service deletes what expired, such as a firing after its 90 days, while tests run. */
const today = new Date().toISOString().slice(0, 10);
const at = `${today}T00:00:00.000Z`;

/** What a count up by 4 does to the sums of a group that had counted 10 up. */
const counted = {
  sums: { ups: 2n ** 60n, downs: 0n, late: 1, lastCountAt: `${today}T10:20:30.000Z` },
  marks: [
    {
      ...{ resolution: "minute" as const, at: `${today}T10:20:00.000Z`, level: 10n },
      ...{ ups: 2n ** 60n - 4n, downs: 0n, late: 0, position: 8 },
    },
  ],
};

/** What every store of evaluation does; it need not be empty. */
export function evaluationConformance({ store, ...world }: EvaluationWorld): void {
  let organizationId: string;
  let group: StoredGroup;
  let alert: StoredAlert;
  const member = { counterId: "ctr_1", count: 5, lastEventId: 3 };
  const key = () => ({ organizationId, groupId: group.id });

  beforeEach(async () => {
    organizationId = `org_${randomBase62(20)}`;
    group = newGroup(organizationId);
    alert = newAlert(organizationId, group.id);
    await world.putGroup(group, [member, { ...member, counterId: "ctr_2" }]);
    await world.putAlert(alert);
  });

  /** A count of 9 that fires the alert. */
  function write(differences: Partial<EvaluationWrite> = {}): EvaluationWrite {
    return {
      group: { before: group, total: 14n, ...counted },
      members: [{ ...member, count: 9, lastEventId: 4 }],
      alerts: [{ before: alert, after: { ...alert, state: "fired", stateEventId: "ctr_1:4" } }],
      firings: [firing(alert)],
      ...differences,
    };
  }

  async function everything() {
    return {
      group: await store.group(key()),
      members: (await store.members(key(), ["ctr_1", "ctr_2"])).toSorted(byCounter),
      alerts: await store.alerts({ organizationId, targetId: group.id }),
      firings: await world.firings(organizationId),
      marks: await world.marks({ organizationId, targetId: group.id }),
    };
  }

  test("writes everything, and raises the revisions", async () => {
    expect(await store.write(write())).toBe("written");
    expect(await everything()).toEqual({
      group: { ...group, ...counted.sums, total: 14n, revision: group.revision + 1 },
      marks: counted.marks,
      members: [
        { ...member, count: 9, lastEventId: 4 },
        { ...member, counterId: "ctr_2" },
      ],
      alerts: [{ ...alert, state: "fired", stateEventId: "ctr_1:4", revision: alert.revision + 1 }],
      firings: [firing(alert)],
    });
  });

  test("writes an alert of a counter without a group", async () => {
    const { group: _, ...rest } = write({ members: [] });
    expect(await store.write(rest)).toBe("written");
    expect(await everything()).toMatchObject({ group, alerts: [{ state: "fired" }] });
  });

  describe("writes nothing and reports a conflict", () => {
    test.each<{ when: string; wrong: () => Partial<EvaluationWrite> }>([
      {
        when: "the group has another revision",
        wrong: () => ({ group: { before: { ...group, revision: 6 }, total: 14n, ...counted } }),
      },
      {
        when: "the group does not exist",
        wrong: () => ({ group: { before: { ...group, id: "grp_none" }, total: 14n, ...counted } }),
      },
      {
        when: "a counter is no member",
        wrong: () => ({ members: [{ ...member, counterId: "ctr_3" }] }),
      },
      {
        when: "an alert has another revision",
        wrong: () => ({ alerts: [{ before: { ...alert, revision: 2 }, after: alert }] }),
      },
      {
        when: "an alert does not exist",
        wrong: () => {
          const deleted = { ...alert, id: "alt_none" };
          return { alerts: [{ before: deleted, after: { ...deleted, state: "fired" } }] };
        },
      },
    ])("when $when", async ({ wrong }) => {
      const before = await everything();
      expect(await store.write(write(wrong()))).toBe("conflict");
      expect(await everything()).toEqual(before);
    });

    test("when a firing of the same alert and count is stored", async () => {
      const { group: _, ...rest } = write({ members: [], alerts: [] });
      expect(await store.write(rest)).toBe("written");
      const before = await everything();
      expect(await store.write(write())).toBe("conflict");
      expect(await everything()).toEqual(before);
    });
  });

  test("finds no group, members and alerts where there are none", async () => {
    const none = { organizationId, groupId: "grp_none" };
    expect(await store.group(none)).toBeUndefined();
    expect(await store.members(none, ["ctr_1"])).toEqual([]);
    expect(await store.members(key(), ["ctr_3", "ctr_2"])).toMatchObject([{ counterId: "ctr_2" }]);
    expect(await store.alerts({ organizationId, targetId: "grp_none" })).toEqual([]);
  });
}

/** DynamoDB returns the items of a batch in any order. */
const byCounter = (one: GroupMember, other: GroupMember) =>
  one.counterId < other.counterId ? -1 : 1;

function newGroup(organizationId: string): StoredGroup {
  const group = { id: `grp_${randomBase62(20)}`, organizationId, name: "Hall", capacity: 10 };
  return { ...group, total: 10n, memberCount: 2, alertCount: 1, revision: 7, createdAt: at };
}

function newAlert(organizationId: string, targetId: string): StoredAlert {
  return {
    ...{ id: `alt_${randomBase62(20)}`, organizationId, name: "Full", scope: "group", targetId },
    ...{ kind: "at_capacity", percent: null, at: null, capacity: null, rearmBelow: null },
    ...{ paused: false, state: "armed", stateSince: at, stateEventId: null, position: 0, epoch: 0 },
    ...{ revision: 3, createdAt: at },
  };
}

function firing({ id, organizationId, targetId }: StoredAlert): Firing {
  return {
    ...{ organizationId, scope: "group", kind: "at_capacity", alertId: id, alertName: "Full" },
    ...{ counterId: "ctr_1", counterName: "Gate", groupId: targetId, groupName: "Hall" },
    ...{ threshold: 10, capacity: 10, percent: null, previousLevel: 10, level: 14 },
    ...{ lastEventId: 4, createdAt: at },
  };
}
