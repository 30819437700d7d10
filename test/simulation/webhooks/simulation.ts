import type { StoredCount } from "../../../core/webhooks/count-webhooks.ts";
import { Chance } from "../chance.ts";
import { brokenInvariants } from "./invariants.ts";
import { type Receiver, type Sabotage, World } from "./world.ts";

const receivers = [
  "answers",
  "answers",
  "refuses",
  "hangs",
  "flaps",
  "gone later",
  "stops",
] as const;

export interface SimulationResult {
  broken: string[];
  deliveries: number;
  posts: number;
  crashes: number;
  resent: number;
  deadLetters: number;
  /** Schedules that were lost with their message. */
  vanished: number;
}

function count(lastEventId: number): StoredCount {
  return {
    ...{ organizationId: "org", counterId: "ctr", counterName: "Gate", eventType: "increment" },
    ...{ previousCount: lastEventId - 1, count: lastEventId, delta: 1, lastEventId },
    createdAt: "2026-01-01T00:00:00.000Z",
  };
}

/** Runs one world from one seed: some deliveries, any faults, until everything is at rest. */
export async function simulate(
  seed: number,
  { sabotage, recovers = true }: { sabotage?: Sabotage; recovers?: boolean } = {},
): Promise<SimulationResult> {
  const chance = new Chance(seed);
  // Every fifth world has no faults at all, so that the cost of the plain case is seen as well.
  const faults = seed % 5 === 0 ? 0 : chance.between(0.005, 0.1);
  const world = new World(chance, { faults, recovers, ...(sabotage && { sabotage }) });
  const deliveries = [1, 2, 3].map((lastEventId) =>
    world.dispatch(count(lastEventId), chance.pick<Receiver>(receivers)),
  );
  for (const id of deliveries) {
    const hours = chance.between(0, 12);
    if (chance.happens(0.3)) void world.resendAfter(hours * 3_600_000, id);
  }
  const counts = () => ({
    deliveries: deliveries.length,
    posts: world.posts.length,
    crashes: world.crashes,
    resent: world.resent,
    deadLetters: world.deadLetters,
    vanished: world.vanished,
  });
  try {
    await world.time.runAll(60_000);
  } catch (error) {
    return { broken: [String(error)], ...counts() };
  }
  return { broken: brokenInvariants(world, deliveries), ...counts() };
}
