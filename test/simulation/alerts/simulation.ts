import type { Firing } from "../../../core/alerts/firing.ts";
import type { StoredCounter } from "../../../core/counters/counter.ts";
import { Chance } from "../chance.ts";
import type { Period } from "../virtual-time.ts";
import type { Commit } from "./commit-log.ts";
import { brokenNumbers } from "./counters/numbers.ts";
import {
  type Entry,
  kindOf,
  type ReferenceCounter,
  sumNames,
} from "./counters/reference-counter.ts";
import { ReferenceCounters } from "./counters/reference-counters.ts";
import { allDays, type Days } from "./counters/reference-days.ts";
import { live } from "./life.ts";
import { ReferenceModel } from "./reference-model.ts";
import type { PredictedFiring } from "./reference-outcome.ts";
import type { Tables } from "./tables.ts";
import { type Sabotage, World } from "./world.ts";

export interface AlertSimulationResult {
  broken: string[];
  taps: number;
  undos: number;
  tombstones: number;
  /** By people. */
  adjustments: number;
  dayStarts: number;
  /** Counts that evaluation wrote. */
  applied: number;
  firings: number;
  crashes: number;
  repeats: number;
  conflicts: number;
  /** Calls that failed. */
  throttles: number;
  planChanges: number;
  /** Messages that the queues of endpoints took. */
  dispatched: number;
}

/** Runs one world from one seed, until everything is at rest, and holds it against the model. */
export async function simulateAlerts(
  seed: number,
  sabotage: Sabotage = {},
): Promise<AlertSimulationResult> {
  const chance = new Chance(seed);
  // Every fifth world has no faults at all: only others who run at the same time.
  const faults = seed % 5 === 0 ? 0 : chance.between(0.005, 0.08);
  const shards = chance.pick([1, 2, 3]);
  // In every fourth world the tables fail for an hour, in the midst of the counting.
  const outageAfterMs = seed % 4 === 1 ? chance.between(0, 4_000) : undefined;
  const days = chance.pick(allDays);
  const periods = periodsAround(days, chance);
  const startMs = periods[0].fromMs;
  const world = new World(chance, { faults, outageAfterMs, shards, days, startMs, seed, sabotage });
  live(world, chance, { periods, raisesVersion: !sabotage.keepsVersion });
  const { tables, calls, dispatching } = world;
  let broken: string[];
  try {
    await world.time.runAll(400_000);
    broken = [
      ...world.unexpected,
      ...dispatching.unexpected,
      ...brokenNumbers(tables, dispatching),
      ...differences(tables, days),
    ];
  } catch (error) {
    broken = [String(error)];
  }
  const writes = tables.log.flatMap((commit) =>
    commit.kind === "evaluated" ? [commit.write] : [],
  );
  const kinds = tables.log.flatMap((commit) => (commit.kind === "counted" ? [kindOf(commit)] : []));
  const by = (kind: Entry["kind"]) => kinds.filter((each) => each === kind).length;
  const of = (kind: Commit["kind"]) => tables.log.filter((commit) => commit.kind === kind);
  return {
    broken,
    taps: by("tap"),
    undos: by("undo"),
    tombstones: of("tombstone left").length,
    adjustments: by("set"),
    dayStarts: by("day"),
    applied: writes.reduce((sum, { members }) => sum + members.length, 0),
    firings: tables.firings.size,
    crashes: calls.crashes,
    repeats: world.repeats,
    conflicts: calls.conflicts,
    throttles: calls.throttles,
    planChanges: of("plan changed").length,
    dispatched: [...dispatching.sent.values()].flat().length,
  };
}

/** Around the start of a day, when the clocks show it again, and around the start of the next. */
function periodsAround(
  { starts: [, { startMs }, next], againMs = startMs + 3_600_000 }: Days,
  chance: Chance,
): [Period, ...Period[]] {
  const around = (ms: number, leastMs: number, lengthMs: number) => {
    const fromMs = ms - Math.floor(chance.between(leastMs, lengthMs));
    return { fromMs, toMs: fromMs + lengthMs };
  };
  return [around(startMs, 0, 4_000), around(againMs, 0, 1_000), around(next.startMs, 0, 1_000)];
}

function differences(tables: Tables, days: Days): string[] {
  const steps = new Map([...tables.counters].map(([id, { incrementStep }]) => [id, incrementStep]));
  const { requests, log } = tables;
  const counting = new ReferenceCounters(log, { days, steps, requests });
  if (counting.broken.length > 0) return counting.broken;
  const model = new ReferenceModel();
  model.replay(tables.log);
  if (model.broken.length > 0) return model.broken;
  model.finish();
  return [
    ...model.broken,
    ...wrongFirings(tables, model.firings),
    ...wrongTotals(tables),
    ...[...counting.counters].flatMap(([id, reference]) => wrongCounter(tables, id, reference)),
  ];
}

/** A peak of an earlier day than that of the newest event is none. */
function hasPeak(counter: StoredCounter | undefined, { peak, day }: ReferenceCounter): boolean {
  const atMs = Date.parse(counter?.peakAt ?? "1970-01-01");
  if (peak === undefined) return atMs < (day?.startMs ?? Number.POSITIVE_INFINITY);
  return atMs === peak.atMs && counter?.peak === BigInt(peak.count);
}

/** At rest, a counter has the number and the sums of the model. */
function wrongCounter(tables: Tables, id: string, reference: ReferenceCounter): string[] {
  const counter = tables.counters.get(id);
  const { count, sums } = reference;
  const wrongSums = sumNames.flatMap((name) =>
    (counter?.[name] ?? 0n) === BigInt(sums[name])
      ? []
      : [`${id} has ${name} ${counter?.[name]} instead of ${sums[name]}`],
  );
  return [
    ...(counter?.count === count ? [] : [`${id} has ${counter?.count} instead of ${count}`]),
    ...(hasPeak(counter, reference) ? [] : [`${id} has the peak ${counter?.peak}`]),
    ...(reference.isWaiting() ? [`${id} was never reset`] : []),
    ...wrongSums,
  ];
}

/** The firings in the store are those of the model, each exactly once. */
function wrongFirings(tables: Tables, predicted: PredictedFiring[]): string[] {
  const expected = predicted.map(textOf).toSorted();
  const stored = [...tables.firings.values()].map(textOf).toSorted();
  const missing = expected.filter((text) => !stored.includes(text));
  const surplus = stored.filter((text) => !expected.includes(text));
  const sameNumber = expected.length === stored.length;
  return [
    ...missing.map((text) => `did not fire: ${text}`),
    ...surplus.map((text) => `must not fire: ${text}`),
    ...(sameNumber ? [] : [`${stored.length} firings instead of ${expected.length}`]),
  ];
}

function textOf(firing: PredictedFiring | Firing): string {
  const { alertId, counterId, lastEventId, groupId } = firing;
  const { previousLevel, level, threshold, capacity, kind, percent, createdAt } = firing;
  const by = { alertId, counterId, lastEventId, groupId, createdAt };
  return JSON.stringify({ ...by, kind, percent, previousLevel, level, threshold, capacity });
}

/** At rest, a group's total is the sum of its counters' counts. */
function wrongTotals(tables: Tables): string[] {
  return [...tables.groups.values()].flatMap(({ id, total, memberCount }) => {
    const counters = [...tables.counters.values()].filter(({ groupId }) => groupId === id);
    const sum = counters.reduce((before, { count }) => before + count, 0);
    const members = tables.membersOf(id);
    const behind = counters.filter(
      ({ id: counterId, count }) =>
        members.find((member) => member.counterId === counterId)?.count !== count,
    );
    return [
      ...(total === BigInt(sum) ? [] : [`${id} has total ${total}, its counters have ${sum}`]),
      ...behind.map((counter) => `${counter.id} is not in ${id} with its count`),
      ...(memberCount === members.length && members.length === counters.length
        ? []
        : [`${id} has ${memberCount} members instead of ${counters.length}`]),
    ];
  });
}
