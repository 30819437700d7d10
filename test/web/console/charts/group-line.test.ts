import fc from "fast-check";
import { expect, test } from "vitest";
import { planEvaluation } from "../../../../core/alerts/evaluation-plan.ts";
import { drawChart } from "../../../../core/charts/chart.ts";
import { type CountMark, laterOf } from "../../../../core/counters/count-mark.ts";
import { Resolution } from "../../../../core/counters/interval.ts";
import { type GroupMember, newGroup, type StoredGroup } from "../../../../core/groups/group.ts";
import { groupLevelChange } from "../../../../core/groups/level-change.ts";
import { chartView } from "../../../../lambdas/charts/chart-views.ts";
import { runs } from "../../../soak/runs.ts";
import { expectTrue, type History, marksIn } from "./line-and-history.ts";

const minute = 60_000;
const key = { organizationId: "org_0123456789ABCDEFGHIJ", groupId: "grp_0123456789ABCDEFGHIJ" };

const Step = fc.record({
  waitMs: fc.oneof(
    fc.integer({ min: 0, max: 5 * minute }),
    fc.integer({ min: 0, max: 5 * 60 * minute }),
    fc.constantFrom(15 * minute, 60 * minute),
  ),
  counter: fc.integer({ min: 0, max: 2 }),
  delta: fc.integer({ min: -50, max: 50 }).filter((delta) => delta !== 0),
  // A count is evaluated a bit later: a counter can join or leave in between.
  evaluatedMs: fc.integer({ min: 0, max: 3_000 }),
  does: fc.constantFrom("count", "count", "count", "move"),
});

const Life = fc.record({
  timeZone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe"),
  beginMs: fc.constantFrom("2026-10-24T20:07:31Z", "2026-04-04T10:59:59.999Z").map(Date.parse),
  steps: fc.array(Step, { maxLength: 40 }),
  idleMs: fc.integer({ min: 3_001, max: 90 * minute }),
  resolution: fc.constantFrom(...Resolution.options),
  lengthMs: fc.integer({ min: 10 * minute, max: 24 * 60 * minute }),
});

/** A group in memory, with three counters that count, join and leave. */
class GroupWorld {
  readonly counters = [0, 1, 2].map((number) => ({
    ...{ id: `ctr_${number}`, count: 0, lastEventId: 0 },
  }));
  readonly members = new Map<string, GroupMember>();
  readonly marks = new Map<string, CountMark>();
  readonly history: History;
  readonly #timeZone: string;
  group: StoredGroup;

  constructor(timeZone: string, nowMs: number) {
    this.#timeZone = timeZone;
    this.group = newGroup({ name: "Hall" }, key, nowMs);
    this.history = [{ atMs: nowMs, level: 0 }];
  }

  /** Returns what evaluates the count. */
  count(index: number, delta: number, nowMs: number): () => void {
    const counter = this.counters[index];
    if (counter === undefined) throw new Error(`no counter ${index}`);
    counter.count += delta;
    counter.lastEventId += 1;
    const count = {
      ...{ counterId: counter.id, counterName: "Gate", organizationId: key.organizationId },
      ...{ previousCount: counter.count - delta, count: counter.count, delta },
      ...{ lastEventId: counter.lastEventId, goalTarget: null, groupId: key.groupId },
      cause: "tap" as const,
      ...{
        hasAlerts: false,
        eventType: delta > 0 ? ("increment" as const) : ("decrement" as const),
      },
      createdAt: new Date(nowMs).toISOString(),
    };
    return () => {
      const group = { record: this.group, members: [...this.members.values()] };
      const state = { alerts: [], epoch: 0, calendar: { timeZone: this.#timeZone }, group };
      const { write } = planEvaluation(state, [count], 100);
      if (write.group === undefined || write.members.length === 0) return;
      for (const member of write.members) this.members.set(member.counterId, member);
      const { total, sums, marks } = write.group;
      const at = laterOf(count.createdAt, this.group.lastCountAt ?? this.group.createdAt);
      this.#write({ total, at, marks, sums });
    };
  }

  /** Joins with a counter that is no member, and leaves with one that is. */
  async move(index: number, nowMs: number): Promise<void> {
    const counter = this.counters[index];
    if (counter === undefined) throw new Error(`no counter ${index}`);
    const { id: counterId, count, lastEventId } = counter;
    const member = this.members.get(counterId);
    const delta = member === undefined ? count : -member.count;
    if (member === undefined) this.members.set(counterId, { counterId, count, lastEventId });
    else this.members.delete(counterId);
    if (delta === 0) return;
    const { at, marks } = await groupLevelChange(
      { calendar: async () => ({ timeZone: this.#timeZone }) },
      this.group,
      nowMs,
    );
    this.#write({ total: this.group.total + BigInt(delta), at, marks, sums: { lastCountAt: at } });
  }

  #write(change: { total: bigint; at: string; marks: CountMark[]; sums: Partial<StoredGroup> }) {
    const { total, at, marks, sums } = change;
    for (const mark of marks) this.marks.set(`${mark.resolution}#${mark.at}`, mark);
    this.group = { ...this.group, ...sums, total, revision: this.group.revision + 1 };
    this.history.push({ atMs: Date.parse(at), level: Number(total) });
  }
}

test("each drawn point of a group's level is in its history, while counters join and leave", async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(Life, async ({ timeZone, beginMs, steps, idleMs, ...wanted }) => {
      const world = new GroupWorld(timeZone, beginMs);
      const due: { atMs: number; run: () => void }[] = [];
      const runUntil = (ms: number) => {
        due.sort((one, other) => one.atMs - other.atMs);
        while (due[0] !== undefined && due[0].atMs <= ms) due.shift()?.run();
      };
      let nowMs = beginMs;
      for (const { waitMs, counter, delta, evaluatedMs, does } of steps) {
        nowMs += waitMs;
        runUntil(nowMs);
        if (does === "move") await world.move(counter, nowMs);
        else due.push({ atMs: nowMs + evaluatedMs, run: world.count(counter, delta, nowMs) });
      }
      nowMs += idleMs;
      runUntil(nowMs);
      const { group } = world;
      const charted = { ...group, level: group.total, position: group.revision, mayReplace: true };
      const from = new Date(nowMs - wanted.lengthMs).toISOString();
      const chart = await drawChart(
        { marks: marksIn(world.marks), clock: { now: () => nowMs } },
        { organizationId: key.organizationId, targetId: key.groupId },
        { charted, calendar: { timeZone }, range: { resolution: wanted.resolution, from } },
      );
      drawn += expectTrue(chartView(chart), world.history, nowMs);
    }),
    { numRuns: runs(1_000) },
  );
  expect(drawn).toBeGreaterThan(runs(3_000));
});
