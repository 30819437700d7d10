import type { AlertRule } from "../../../core/alerts/alert.ts";
import type { Chance } from "../chance.ts";
import {
  changeCapacity,
  changeGoal,
  changeGroup,
  changePlan,
  endAlert,
  type NewAlert,
  type OperatorChange,
  setAlert,
} from "./operator.ts";
import type { World } from "./world.ts";

/** How long people tap and operate in a world. */
const lifeMs = 4_000;

type Some = [string, ...string[]];

/** What lives in a world. */
interface Venue {
  counters: Some;
  groups: Some;
  raisesVersion: boolean;
}

/** Fills a world with counters and groups, people who tap, and operators. */
export function live(world: World, chance: Chance, { raisesVersion = true }): void {
  const venue = { counters: ids("ctr", 2, chance), groups: ids("grp", 1, chance), raisesVersion };
  const { nowMs } = world.time;
  for (const id of venue.counters) {
    const step = chance.pick([1, 2, 5, 7, 10, 25, 50]);
    world.tables.addCounter(id, step, nowMs);
    void tapAway(world, id, chance);
  }
  for (const id of venue.groups) world.tables.addGroup(id, capacityOf(chance), nowMs);
  for (let operator = 1; operator <= 2; operator += 1) void operate(world, venue, chance);
}

function ids(prefix: string, least: number, chance: Chance): Some {
  const more = Array.from({ length: least - 1 + whole(chance, 0, 1) }, (_, index) => index + 1);
  return [`${prefix}_0`, ...more.map((index) => `${prefix}_${index}`)];
}

async function tapAway(world: World, counterId: string, chance: Chance): Promise<void> {
  const pauseMs = chance.between(20, 300);
  const { time } = world;
  const endMs = time.nowMs + lifeMs;
  let fills = true;
  while (time.nowMs < endMs) {
    await time.sleep(chance.between(0, 2 * pauseMs));
    // Fills and empties again, so that levels cross thresholds both ways.
    const count = world.tables.counters.get(counterId)?.count ?? 0;
    if (count > 30 || count < -10 || chance.happens(0.1)) fills = count < 10;
    const up = chance.happens(0.8) === fills;
    // Two at once, now and then: their transactions meet.
    if (chance.happens(0.1)) void world.tap(counterId, "up");
    await world.tap(counterId, up ? "up" : "down");
  }
}

async function operate(world: World, venue: Venue, chance: Chance): Promise<void> {
  const { time } = world;
  const endMs = time.nowMs + lifeMs;
  for (const counterId of venue.counters) {
    if (chance.happens(0.4)) await world.operate(changeGroup(counterId, chance.pick(venue.groups)));
  }
  for (const _ of [1, 2, 3]) await world.operate(newAlert(venue, chance));
  const pauseMs = chance.between(50, 600);
  while (time.nowMs < endMs) {
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
