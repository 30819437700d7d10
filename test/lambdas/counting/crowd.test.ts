// @module-tag all
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ApiError } from "../../../core/api-error.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import type { TapStore, TapsChange } from "../../../core/counters/taps/count-batch.ts";
import { takeTaps } from "../../../lambdas/counting/counted-routes.ts";
import type { HttpEvent } from "../../../lambdas/http/message.ts";
import { MemoryTaps } from "../../core/counters/memory-taps.ts";
import { Chance } from "../../simulation/chance.ts";
import { VirtualTime } from "../../simulation/virtual-time.ts";

const key = { organizationId: "org_1", counterId: "ctr_1" };
const gate = {
  ...{ id: "gat_1", organizationId: "org_1", name: "North", counterIds: ["ctr_1"] },
  ...{ secretHash: "hash", createdBy: "mem_1", endsAt: null, revokedAt: null },
  createdAt: "2026-01-01T00:00:00.000Z",
};
const tapsEach = 25;
const event = {} as HttpEvent;

/** Gates on one counter, each with an instance of its own, as DynamoDB lets their transactions meet. */
class Crowd {
  readonly time = new VirtualTime();
  readonly taps = new MemoryTaps(newCounter({ name: "Gate" }, key, this.time.nowMs));
  readonly #chance: Chance;
  #inFlight = 0;
  refusals = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
  }

  async count(gates: number, requests: number): Promise<void> {
    const counting = Array.from({ length: gates }, (_, index) => this.#gate(index, requests));
    await this.time.runAll(1_000_000);
    await Promise.all(counting);
  }

  async #gate(index: number, requests: number): Promise<void> {
    const clock = {
      now: () => Math.floor(this.time.nowMs),
      backOff: (conflicts: number) => this.#takes(0, Math.min(1_000, 100 * 2 ** (conflicts - 1))),
    };
    const ports = {
      taps: this.#store(),
      undos: this.taps,
      readGroup: async () => undefined,
      readMember: async () => undefined,
      alertsOn: async () => [],
      rateLimits: {
        use: async () => ({ result: "allowed" as const, remaining: 1, resetSeconds: 1 }),
      },
      viewerAddress: async () => "192.0.2.7",
      knownCookies: new Set<string>(),
      clock,
    };
    const authorize = async () => {
      await this.#takes(5, 30);
      return { kind: "gate" as const, gate };
    };
    const claim = { key, caller: `gate ${index}`, authorize };
    for (let request = 0; request < requests; request += 1) {
      const taps = Array.from({ length: tapsEach }, (_, tap) => ({
        id: uuidOf(`${index}/${request}/${tap}`),
        direction: "up" as const,
        tappedAt: new Date(this.time.nowMs).toISOString(),
      }));
      while (!(await this.#taken(() => takeTaps(ports, claim, { event, body: { taps } }))));
    }
  }

  /** A gate that is asked to come back does, with the same taps. */
  async #taken(take: () => Promise<unknown>): Promise<boolean> {
    try {
      await take();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
      this.refusals += 1;
      await this.#takes(1_000, 2_000);
      return false;
    }
  }

  #store(): TapStore {
    return {
      counter: async () => {
        await this.#takes(1, 4);
        const counter = await this.taps.counter();
        await this.#takes(1, 4);
        return counter;
      },
      earlierTaps: (_, keys) => this.taps.earlierTaps(_, keys),
      calendar: () => this.taps.calendar(),
      writeTaps: (change) => this.#write(change),
    };
  }

  /** A transaction that meets another one under way is canceled, and shows nothing of the counter. */
  async #write(change: TapsChange) {
    await this.#takes(4, 12);
    if (this.#inFlight > 0) return { result: "conflict" as const, earlier: new Map() };
    this.#inFlight += 1;
    await this.#takes(3, 15);
    this.#inFlight -= 1;
    const result = await this.taps.writeTaps(change);
    await this.#takes(2, 8);
    return result;
  }

  async #takes(leastMs: number, mostMs: number): Promise<void> {
    await this.time.sleep(this.#chance.between(leastMs, mostMs));
  }
}

function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

test.each([
  [1, 3],
  [2, 6],
  [3, 20],
])("seed %i: %i gates count each tap once, 300 or more a second", async (seed, gates) => {
  const crowd = new Crowd(seed);
  const beganMs = crowd.time.nowMs;
  await crowd.count(gates, 30);
  const made = gates * 30 * tapsEach;
  expect(crowd.taps.stored).toMatchObject({ count: made, lastEventId: made });
  expect(crowd.taps.events.map(({ lastEventId }) => lastEventId)).toEqual(
    Array.from({ length: made }, (_, index) => index + 1),
  );
  expect(made / ((crowd.time.nowMs - beganMs) / 1_000)).toBeGreaterThan(300);
});
