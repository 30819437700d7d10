import { handleRecords } from "../../../core/batches/stream-batch.ts";
import type { WatchedCount } from "../../../core/counters/count-event.ts";
import { type FailedItem, reasonOf } from "../../../core/failed-records.ts";
import { countWebhook } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import { dispatch, type OutgoingAttempt } from "../../../core/webhooks/dispatch.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import {
  type CountEnvelope,
  CountEnvelope as Envelope,
} from "../../../core/webhooks/webhook-event.ts";
import { Chance } from "../chance.ts";
import {
  type Actor,
  Crash,
  FaultyCalls,
  type FaultyCallsOptions,
  isFault,
} from "./faulty-calls.ts";
import { Shard } from "./shard.ts";
import { organizationId } from "./tables.ts";

/** Takes both directions, as the first endpoint of most integrators does. */
export const endpointOfBoth = "end_0123456789ABCDEFGHIJ";

const endpoints = [
  endpointOf(endpointOfBoth, ["counter.increment", "counter.decrement"]),
  endpointOf("end_0123456789abcdefghij", ["counter.increment"]),
];

/**
 * The second reader of the stream: dispatches every event to the endpoints, with faults. What becomes of
 * a delivery then, the simulation of webhooks shows: each ends as delivered or failed.
 */
export class Dispatching {
  /** By endpoint, all bodies that its queue took, repeated ones as often as they came. */
  readonly sent = new Map<string, CountEnvelope[]>();
  /** Why events are in the failed-record store; no fault puts them there. */
  readonly unexpected: string[] = [];
  readonly #shard: Shard;
  readonly #calls: FaultyCalls;
  readonly #nowMs: () => number;

  /** Its chance is its own: whatever is dispatched, the rest of the world stays as it is. */
  constructor({ time, faults, outage }: Omit<FaultyCallsOptions, "chance">, seed: number) {
    const chance = new Chance(seed);
    this.#nowMs = () => time.nowMs;
    this.#calls = new FaultyCalls({ time, chance, faults, outage });
    this.#shard = new Shard({ time, chance, faults }, (batch) => this.#invoke(batch));
  }

  append(count: WatchedCount): void {
    this.#shard.append(count);
  }

  /** One invocation of the function; returns how many records Lambda takes as handled. */
  async #invoke(batch: WatchedCount[]): Promise<number> {
    const actor = { crashed: false };
    const ports = {
      endpoints: () => this.#calls.call(actor, () => endpoints),
      send: (attempts: OutgoingAttempt[]) => this.#send(actor, attempts),
      now: this.#nowMs,
    };
    const { done } = await handleRecords(
      {
        handle: (events) => dispatch(ports, events),
        isFailedCall: isFault,
        store: async (_: number, why: unknown) => void this.unexpected.push(reasonOf(why)),
        hasTime: () => true,
      },
      batch.map((count) => ({ item: countWebhook(count) })),
    );
    return actor.crashed ? 0 : done;
  }

  /** A queue takes each message or refuses it, whatever becomes of the others. */
  async #send(actor: Actor, attempts: OutgoingAttempt[]): Promise<FailedItem<OutgoingAttempt>[]> {
    const unsent: FailedItem<OutgoingAttempt>[] = [];
    for (const item of attempts) {
      const { deliveryId, body } = item.message;
      const endpointId = deliveryKeyOf(deliveryId)?.endpointId ?? "";
      const take = () => {
        const bodies = this.sent.get(endpointId) ?? [];
        bodies.push(Envelope.parse(JSON.parse(body)));
        this.sent.set(endpointId, bodies);
      };
      await this.#calls.call(actor, take).catch((cause: unknown) => {
        if (cause instanceof Crash) throw cause;
        unsent.push({ item, cause });
      });
    }
    return unsent;
  }
}

function endpointOf(id: string, events: StoredEndpoint["events"]) {
  return { id, organizationId, events, plan: "pro", lane: "fast" } as const;
}
