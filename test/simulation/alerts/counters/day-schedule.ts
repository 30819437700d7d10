import type { Chance } from "../../chance.ts";
import type { World } from "../world.ts";

const minuteMs = 60_000;

/**
 * The schedule: once a minute, at any second of it, now and then twice. For a time it is down, so that
 * a day starts late, or never because the next one comes before.
 */
export async function startDaysEachMinute(world: World, chance: Chance): Promise<void> {
  const { time, days } = world;
  const [, { startMs }, { startMs: nextMs }] = days.starts;
  const againMs = days.againMs ?? startMs + 60 * minuteMs;
  const soonMs = startMs + chance.between(0, 3_000);
  const lateMs = nextMs - chance.between(0, 2_000);
  const upFromMs = chance.pick([0, soonMs, soonMs, againMs - chance.between(0, 1_000), lateMs]);
  const offsetMs = chance.between(0, chance.pick([50, 3_000, minuteMs]));
  for (const aroundMs of [startMs, againMs, nextMs]) {
    const firstMs = Math.max(aroundMs - minuteMs + offsetMs, upFromMs);
    await time.sleep(firstMs - time.nowMs);
    for (let run = 0; run < 3 || isDue(world); run += 1) {
      if (chance.happens(0.1)) void startDays(world);
      void startDays(world);
      await time.sleep(minuteMs);
    }
  }
}

function isDue({ tables, time }: World): boolean {
  const { nextDayStart = "9999-12-31" } = tables.organization;
  return Date.parse(nextDayStart) <= time.nowMs;
}

async function startDays(world: World): Promise<void> {
  await world.ask(async (counting) => {
    world.notFaults(await counting.startDays());
  });
}
