import { Chance } from "./chance.ts";
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
}

/** Runs one world from one seed: some deliveries, any faults, until everything is at rest. */
export async function simulate(seed: number, sabotage?: Sabotage): Promise<SimulationResult> {
  const chance = new Chance(seed);
  // Every fifth world has no faults at all, so that the cost of the plain case is seen as well.
  const faults = seed % 5 === 0 ? 0 : chance.between(0.005, 0.1);
  const world = new World(chance, { faults, ...(sabotage && { sabotage }) });
  const deliveries = Array.from({ length: 3 }, (_, index) => `dlv_${seed}_${index}`);
  for (const id of deliveries) world.dispatch(id, chance.pick<Receiver>(receivers));
  const counts = () => ({
    deliveries: deliveries.length,
    posts: world.posts.length,
    crashes: world.crashes,
  });
  try {
    await world.time.runAll(20_000);
  } catch (error) {
    return { broken: [String(error)], ...counts() };
  }
  return { broken: brokenInvariants(world, deliveries), ...counts() };
}
