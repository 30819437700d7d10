import type { Chance } from "../chance.ts";

/** What fails: calls to a service, or Lambda has no concurrency for the function. */
const kinds = ["tables", "queues", "scheduler", "keys", "throttling"] as const;
export type OutageKind = (typeof kinds)[number];

/** Calls to a service fail from one moment to another, in milliseconds since the epoch. */
export interface Outage {
  kind: OutageKind;
  fromMs: number;
  toMs: number;
}

/** A call to a service that is out. */
export class Unavailable extends Error {}

const hourMs = 3_600_000;

export interface OutagePlan {
  /** Milliseconds from the beginning of the world. */
  outages: Outage[];
  /** The most that other calls may fail, as a probability. */
  mostFaults: number;
  /** Whether it lasts longer than the pipeline must outlast. */
  isLong: boolean;
}

/** Which outages a world has: in every fourth world some of an hour, in others longer ones. */
export function planOutages(seed: number, chance: Chance): OutagePlan {
  const fromMs = chance.between(0, 3 * hourMs);
  const lasting = (ms: number, ...some: OutageKind[]) =>
    some.map((kind) => ({ kind, fromMs, toMs: fromMs + ms }));
  const two = [chance.pick(kinds), chance.pick(kinds)];
  if (seed % 4 === 1) {
    return { outages: lasting(hourMs, ...two), mostFaults: 0.03, isLong: false };
  }
  if (seed % 16 === 2) {
    return { outages: lasting(1.5 * hourMs, "throttling"), mostFaults: 0, isLong: false };
  }
  if (seed % 4 === 2) {
    const ms = chance.between(2 * hourMs, 8 * hourMs);
    return { outages: lasting(ms, ...two), mostFaults: 0.1, isLong: true };
  }
  return { outages: [], mostFaults: 0.1, isLong: false };
}
