import { Chance } from "../chance.ts";
import { brokenInvariants } from "./invariants.ts";
import { planOutages } from "./outages.ts";
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
  /** Deliveries that were waiting, or failed, and were sent at once. */
  sentNow: number;
  deadLetters: number;
  /** Schedules that were lost with their message. */
  vanished: number;
  pauses: number;
  /** Deliveries that a pause ended or prevented, and that were sent afterwards or not. */
  heldBack: number;
  /** Calls that met an outage. */
  unavailable: number;
}

async function pauseNowAndThen(world: World, chance: Chance): Promise<void> {
  const times = chance.pick([1, 2]);
  for (let time = 0; time < times; time += 1) {
    await world.pauseAfter(chance.between(0, 3_600_000), chance.between(0, 14_400_000));
  }
}

export interface SimulationOptions {
  sabotage?: Sabotage;
  /** Whether operators recover what is overdue. */
  recovers?: boolean;
  /** How often a message is received before it is a dead letter, in place of the queues' number. */
  receives?: number;
}

/** Runs one world from one seed: some deliveries, any faults, until everything is at rest. */
export async function simulate(
  seed: number,
  { sabotage, recovers = true, receives }: SimulationOptions = {},
): Promise<SimulationResult> {
  const chance = new Chance(seed);
  // Every fifth world has no faults at all, so that the cost of the plain case is seen as well.
  const plan = planOutages(seed, chance);
  const drawn = seed % 5 === 0 ? 0 : chance.between(0.005, 0.1);
  const faults = Math.min(drawn, plan.mostFaults);
  const { outages } = plan;
  const world = new World(chance, {
    ...{ faults, outages, recovers },
    ...(receives !== undefined && { receives }),
    ...(sabotage && { sabotage }),
  });
  // In every third world the endpoint is paused now and then, and something is counted meanwhile.
  const pauses = seed % 3 === 0;
  const deliveries = [1, 2, 3].map((lastEventId) =>
    world.count(
      lastEventId,
      chance.pick<Receiver>(receivers),
      pauses ? chance.between(0, 7_200_000) : 0,
    ),
  );
  const leftOut = world.countElsewhere(4, 1_800_000);
  if (pauses) void pauseNowAndThen(world, chance);
  for (const id of deliveries) {
    const hours = chance.between(0, 12);
    if (chance.happens(0.3)) void world.resendAfter(hours * 3_600_000, id);
  }
  // Two people may do it at once.
  if (recovers && chance.happens(0.4)) {
    const delayMs = chance.between(0, 8 * 3_600_000);
    void world.sendNowAfter(delayMs);
    if (chance.happens(0.3)) void world.sendNowAfter(delayMs + chance.between(0, 10_000));
  }
  const counts = () => ({
    deliveries: deliveries.length,
    posts: world.posts.length,
    crashes: world.crashes,
    resent: world.resent,
    sentNow: world.runs.flat().length,
    deadLetters: world.deadLetters,
    vanished: world.vanished,
    pauses: world.endpoint.paused.length,
    heldBack: world.heldBack.size,
    unavailable: world.unavailable,
  });
  try {
    await world.time.runAll(600_000);
  } catch (error) {
    return { broken: [String(error)], ...counts() };
  }
  const broken = brokenInvariants(world, deliveries);
  if (world.records.has(leftOut) || world.posts.some(({ deliveryId }) => deliveryId === leftOut))
    broken.push("an event that the filter leaves out became a delivery");
  if (world.failedRecords > 0) broken.push(`${world.failedRecords} events were not dispatched`);
  if (world.deadLetters > 0 && !plan.isLong)
    broken.push(`${world.deadLetters} dead letters without an outage of more than 90 minutes`);
  return { broken, ...counts() };
}
