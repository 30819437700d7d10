import type { CountEvent } from "../../counters/count-event.ts";
import type { CountResult } from "../../counters/taps/count-batch.ts";

/** What a run tries, in this order; the last two at the same time. */
export type CanaryStep = "set up" | "count" | "read" | "webhook";

export type CanaryResult =
  /** `ageMs`: from the count to its webhook. */
  | { result: "passed"; lastEventId: number; ageMs: number }
  | { result: "failed"; step: CanaryStep; reason: string }
  /** The schedule's message waited so long that it says nothing of the present. */
  | { result: "skipped" };

export interface CanaryPorts {
  /** Makes sure that organization, counter, key and endpoint are there. */
  ensure(): Promise<void>;
  /** Counts once; the same key counts no second time. */
  count(idempotencyKey: string): Promise<CountResult>;
  /** Asks the read API for the counter, as a client does. */
  read(): Promise<CanaryReading>;
  /** When the webhook of this event arrived, in epoch milliseconds; undefined before. */
  arrivedAtMs(eventId: number): Promise<number | undefined>;
  now(): number;
  wait(ms: number): Promise<void>;
}

/** A counter as the read API showed it, or why it did not, in plain words. */
export type CanaryReading = { result: "shown"; lastEventId: number } | FailedReading;
interface FailedReading {
  result: "failed";
  reason: string;
}

export interface CanaryLimits {
  latestStart: number;
  read: number;
  betweenReads: number;
  webhook: number;
  betweenLooks: number;
}

/** In milliseconds; together below the function's timeout. */
export const canaryLimits: CanaryLimits = {
  /** A message of the schedule that is older is one of an outage that is over. */
  latestStart: 60_000,
  /** A read is strongly consistent; a cold start and one failed request are not an outage. */
  read: 10_000,
  betweenReads: 2_000,
  webhook: 30_000,
  betweenLooks: 500,
};

/**
 * One run: count, see it through the read API, and receive its webhook. Only the webhook of this
 * run's own event counts. `scheduledMs` is the run's name: a repetition counts no second time, and
 * looks for the same event.
 */
export async function makeCanaryRun(
  ports: CanaryPorts,
  scheduledMs: number,
  limits = canaryLimits,
): Promise<CanaryResult> {
  if (ports.now() - scheduledMs > limits.latestStart) return { result: "skipped" };
  const ready = await step("set up", async () => ({ ok: await ports.ensure() }));
  if (!("ok" in ready)) return ready;
  const counted = await step("count", () => count(ports, scheduledMs));
  if (!("ok" in counted)) return counted;
  const event = counted.ok;
  const [shown, arrived] = await Promise.all([
    step("read", () => seeCount(ports, event, limits)),
    step("webhook", () => receive(ports, event, limits)),
  ]);
  if (!("ok" in shown)) {
    const also = "ok" in arrived ? "" : `; webhook: ${arrived.reason}`;
    return { ...shown, reason: `${shown.reason}${also}` };
  }
  if (!("ok" in arrived)) return arrived;
  // The clocks of two functions differ by a few milliseconds.
  const ageMs = Math.max(0, arrived.ok - Date.parse(event.createdAt));
  return { result: "passed", lastEventId: event.lastEventId, ageMs };
}

type Failed = Extract<CanaryResult, { result: "failed" }>;

/** What a step found out, or why it failed; an error is the step's failure. */
async function step<Found>(
  name: CanaryStep,
  take: () => Promise<{ ok: Found } | { reason: string }>,
): Promise<{ ok: Found } | Failed> {
  try {
    const taken = await take();
    return "ok" in taken ? taken : { result: "failed", step: name, reason: taken.reason };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { result: "failed", step: name, reason };
  }
}

async function count(ports: CanaryPorts, scheduledMs: number) {
  const counted = await ports.count(`canary/${new Date(scheduledMs).toISOString()}`);
  if (counted.result === "counted" || counted.result === "repeated") return { ok: counted.event };
  const why = counted.result === "refused" ? counted.reason : counted.result;
  return { reason: `the count was refused: ${why}` };
}

async function seeCount(ports: CanaryPorts, { lastEventId }: CountEvent, limits: CanaryLimits) {
  const untilMs = ports.now() + limits.read;
  for (;;) {
    const reading = await ports.read();
    if (reading.result === "shown" && reading.lastEventId >= lastEventId) return { ok: undefined };
    if (ports.now() >= untilMs) return { reason: notSeen(reading, lastEventId) };
    await ports.wait(limits.betweenReads);
  }
}

function notSeen(reading: CanaryReading, lastEventId: number): string {
  if (reading.result === "failed") return reading.reason;
  return `the read API shows event ${reading.lastEventId}, and ${lastEventId} was counted`;
}

async function receive(ports: CanaryPorts, { lastEventId }: CountEvent, limits: CanaryLimits) {
  const untilMs = ports.now() + limits.webhook;
  for (;;) {
    const arrivedAtMs = await ports.arrivedAtMs(lastEventId);
    if (arrivedAtMs !== undefined) return { ok: arrivedAtMs };
    if (ports.now() >= untilMs) {
      return {
        reason: `no webhook of event ${lastEventId} within ${limits.webhook / 1_000} s`,
      };
    }
    await ports.wait(limits.betweenLooks);
  }
}
