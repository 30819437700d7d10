import type { Figure } from "./figure.ts";

/** By how much two figures must differ at least, as a share of the lower, so that it is no chance. */
interface Noise {
  /** Where both are medians of rounds, which show most of the noise. */
  ofRounds: number;
  /** Where one was measured once. */
  ofOne: number;
}

/** How figures of a unit are compared. */
export interface Comparability {
  better: "lower" | "higher" | "neither";
  noise: Noise;
  /** Whether another machine measures something else. */
  ofMachine: boolean;
}

// The shares are from three rounds of four parts on a busy machine.
const time = { better: "lower", noise: { ofRounds: 0.1, ofOne: 1 }, ofMachine: true } as const;
const rate = { ...time, better: "higher" } as const;
/** Of times to one another, in one run. */
const ratio = { better: "lower", noise: { ofRounds: 0.05, ofOne: 0.5 }, ofMachine: false } as const;
const cost = { better: "lower", noise: { ofRounds: 0.02, ofOne: 0.02 }, ofMachine: false } as const;
/** Costs that depend on how requests meet. */
const chance = { ...ratio, noise: { ofRounds: 0.1, ofOne: 0.5 } } as const;
/** Says what was measured, or how, and not how well. */
export const amount = { ...cost, better: "neither" } as const;

const units: Record<string, Comparability> = {
  ms: time,
  s: time,
  "GB-seconds": time,
  "×": ratio,
  "%": ratio,
  WCU: cost,
  RCU: cost,
  "WCU for each counter": cost,
  "Lambda requests": cost,
  "SQS requests": cost,
  "SQS requests of fair queues": cost,
  "Scheduler invocations": cost,
  "bytes kept for a month": cost,
  "bytes of log": cost,
  "bytes sent": cost,
  bytes: cost,
  KB: cost,
  MB: cost,
  calls: cost,
  requests: cost,
  "round trips": cost,
  faults: cost,
  score: ratio,
  handshakes: chance,
  "transactions in vain": chance,
  "writes for turns": chance,
  reads: chance,
  counts: amount,
  messages: amount,
  events: amount,
  taps: amount,
  deliveries: amount,
};

/** A figure's target says which direction is better, or else its unit; undefined for a unit without a line above. */
export function comparabilityOf({ unit, target }: Figure): Comparability | undefined {
  const known = units[unit] ?? (unit.endsWith("/s") ? rate : undefined);
  if (known === undefined || target === undefined || target.is === "=") return known;
  return { ...known, better: target.is === "≤" ? "lower" : "higher" };
}
