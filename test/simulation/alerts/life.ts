import type { AlertRule } from "../../../core/alerts/alert.ts";
import type { Chance } from "../chance.ts";
import type { Period } from "../virtual-time.ts";
import { startDaysEachMinute } from "./counters/day-schedule.ts";
import { adjustAgain, countOnDevice } from "./counters/people.ts";
import {
  changeCapacity,
  changeGoal,
  changeGroup,
  changePlan,
  changeRules,
  endAlert,
  type NewAlert,
  type OperatorChange,
  setAlert,
} from "./operator.ts";
import type { World } from "./world.ts";

type Some = [string, ...string[]];

/** What lives in a world. */
interface Venue {
  counters: Some;
  groups: Some;
  raisesVersion: boolean;
}

/** Fills a world with counters and groups, people who count, and operators. */
export function live(
  world: World,
  chance: Chance,
  { periods, raisesVersion }: { periods: [Period, ...Period[]]; raisesVersion: boolean },
): void {
  const venue = { counters: ids("ctr", 2, chance), groups: ids("grp", 1, chance), raisesVersion };
  const { nowMs } = world.time;
  for (const id of venue.counters) {
    const step = chance.pick([1, 2, 5, 7, 10, 25, 50]);
    const days = { resetDaily: chance.happens(0.6), resetTo: chance.pick([0, 0, 5]) };
    world.tables.addCounter(id, { step, ...days }, nowMs);
    for (const period of periods) {
      void tapAway(world, id, { chance, period });
      void countOnDevice(world, id, { chance, period });
      void adjustAgain(world, id, { chance, period });
    }
  }
  for (const id of venue.groups) world.tables.addGroup(id, capacityOf(chance), nowMs);
  void startDaysEachMinute(world, chance);
  for (let operator = 1; operator <= 2; operator += 1) {
    void operate(world, venue, { chance, period: periods[0] });
  }
}

function ids(prefix: string, least: number, chance: Chance): Some {
  const more = Array.from({ length: least - 1 + whole(chance, 0, 1) }, (_, index) => index + 1);
  return [`${prefix}_0`, ...more.map((index) => `${prefix}_${index}`)];
}

async function tapAway(
  world: World,
  counterId: string,
  { chance, period }: { chance: Chance; period: Period },
): Promise<void> {
  const pauseMs = chance.between(20, 300);
  const { time } = world;
  let fills = true;
  await time.sleep(period.fromMs - time.nowMs);
  while (time.nowMs < period.toMs) {
    await time.sleep(chance.between(0, 2 * pauseMs));
    // Fills and empties again, so that levels cross thresholds both ways.
    const count = world.tables.counters.get(counterId)?.count ?? 0;
    if (count > 30 || count < -10 || chance.happens(0.1)) fills = count < 10;
    const up = chance.happens(0.8) === fills;
    // Two at once, now and then: their transactions meet.
    if (chance.happens(0.1)) void world.ask((counting) => counting.count(counterId, "up"));
    await world.ask((counting) => counting.count(counterId, up ? "up" : "down"));
  }
}

async function operate(
  world: World,
  venue: Venue,
  { chance, period }: { chance: Chance; period: Period },
): Promise<void> {
  const { time } = world;
  for (const counterId of venue.counters) {
    if (chance.happens(0.4)) await world.operate(changeGroup(counterId, chance.pick(venue.groups)));
  }
  for (const _ of [1, 2, 3]) await world.operate(newAlert(venue, chance));
  const pauseMs = chance.between(50, 600);
  while (time.nowMs < period.toMs) {
    await world.operate(someChange(world, venue, chance));
    await time.sleep(chance.between(0, 2 * pauseMs));
  }
}

function someChange(world: World, venue: Venue, chance: Chance): OperatorChange {
  const { counters, groups } = venue;
  const stored = [...world.tables.alerts.values()];
  const alert = stored[Math.floor(chance.between(0, stored.length))];
  const asleep = world.tables.organization.plan !== "enterprise";
  if (asleep && chance.happens(0.4)) return changePlan("enterprise");
  const rules = someRules(world, counters, chance);
  if (rules) return rules;
  const what = chance.next();
  if (what < 0.25) {
    return changeGroup(chance.pick(counters), chance.pick([null, ...groups, ...groups]));
  }
  if (what < 0.32) return changeCapacity(chance.pick(groups), capacityOf(chance));
  if (what < 0.4) return changeGoal(chance.pick(counters), goalOf(chance));
  if (what < 0.45) return changePlan(chance.pick(["enterprise", "pro"]));
  if (what < 0.65 || alert === undefined) return newAlert(venue, chance);
  const { raisesVersion } = venue;
  if (what < 0.75) return setAlert({ ...alert, ...ruleOf(chance) }, { raisesVersion });
  if (what < 0.85) return endAlert(alert.id, "paused");
  return alert.paused ? setAlert(alert, { raisesVersion }) : endAlert(alert.id, "deleted");
}

/** Locks a counter for a short while now and then, or takes taps in one direction only. */
function someRules(world: World, counters: Some, chance: Chance): OperatorChange | undefined {
  const counterId = chance.pick(counters);
  const { locked, mode } = world.tables.counters.get(counterId) ?? {};
  if (locked) return changeRules(counterId, { locked: false });
  if (mode !== "both" && chance.happens(0.3)) return changeRules(counterId, { mode: "both" });
  if (chance.happens(0.06)) return changeRules(counterId, { locked: true });
  if (chance.happens(0.03)) return changeRules(counterId, { resetDaily: chance.happens(0.7) });
  if (chance.happens(0.02)) return changeRules(counterId, { resetTo: chance.pick([0, 5, 9]) });
  if (!chance.happens(0.04)) return undefined;
  return changeRules(counterId, { mode: chance.pick(["increment-only", "decrement-only"]) });
}

function newAlert({ counters, groups, raisesVersion }: Venue, chance: Chance): OperatorChange {
  const scope = chance.pick<NewAlert["scope"]>(["counter", "group"]);
  const targetId = chance.pick(scope === "counter" ? counters : groups);
  const id = `alt_${whole(chance, 0, 999_999)}`;
  const alert: NewAlert = { id, scope, targetId, ...ruleOf(chance) };
  return setAlert(alert, { raisesVersion });
}

function ruleOf(chance: Chance): AlertRule {
  const kind = chance.pick<AlertRule["kind"]>(["at_capacity", "percent", "absolute"]);
  return {
    kind,
    percent: kind === "percent" ? chance.pick([1, 10, 33, 50, 75, 90, 99, 100]) : null,
    at: kind === "absolute" ? whole(chance, -10, 40) : null,
    capacity: chance.happens(0.5) ? whole(chance, 0, 50) : null,
    rearmBelow: chance.happens(0.5) ? whole(chance, -10, 20) : null,
  };
}

function capacityOf(chance: Chance): number | null {
  return chance.happens(0.15) ? null : whole(chance, 0, 90);
}

function goalOf(chance: Chance): number | null {
  if (chance.happens(0.15)) return null;
  return chance.pick([7.5, 0.1, 12.3, 20, 33.33, -4.5, 0, whole(chance, -10, 60)]);
}

function whole(chance: Chance, least: number, most: number): number {
  return Math.floor(chance.between(least, most + 1));
}
