import type { CountEvent, Counter, CountWebhook, History } from "counting-client";
import { CountingError } from "counting-client";

/** A counting service as a list of counts, with everything that can happen to it. */
export class ModelService {
  readonly counters = new Map<string, ModelCounter>();
  /** What the next requests meet. */
  readonly failures: number[] = [];
  requests = 0;

  counter(id: string): ModelCounter {
    const counter = this.counters.get(id) ?? new ModelCounter(id);
    this.counters.set(id, counter);
    return counter;
  }

  /** What a client of the read API sees. */
  readonly client = {
    counters: async (): Promise<Counter[]> => {
      this.#request();
      return [...this.counters.values()].filter(({ archived }) => !archived).map(counterOf);
    },
    counter: async (id: string): Promise<Counter> => {
      this.#request();
      return counterOf(this.#readable(id));
    },
    historyPage: async (
      id: string,
      { beforeEventId = Number.POSITIVE_INFINITY, limit = 100 }: PageOptions = {},
    ): Promise<History> => {
      this.#request();
      const { events, hidden } = this.#readable(id);
      const below = events.filter(
        ({ lastEventId: number }) => number < beforeEventId && !hidden.has(number),
      );
      return { counterId: id, counterName: id, events: below.reverse().slice(0, limit) };
    },
  };

  #readable(id: string): ModelCounter {
    const counter = this.counters.get(id);
    if (counter === undefined || counter.archived)
      throw new CountingError("This organization has no such counter", { status: 404 });
    return counter;
  }

  #request(): void {
    this.requests += 1;
    const status = this.failures.shift();
    if (status !== undefined) throw new CountingError("told to fail", { status });
  }
}

interface PageOptions {
  beforeEventId?: number | undefined;
  limit?: number | undefined;
}

export class ModelCounter {
  readonly id: string;
  /** Oldest first. */
  events: CountEvent[] = [];
  lastEventId = 0;
  archived = false;
  /** Numbers whose events are missing for now: a restore is under way. */
  hidden = new Set<number>();

  constructor(id: string) {
    this.id = id;
  }

  get count(): number {
    return this.events.at(-1)?.count ?? 0;
  }

  tap(delta: 1 | -1): CountEvent {
    const previousCount = this.count;
    this.lastEventId += 1;
    const event: CountEvent = {
      id: `${this.id}:${this.lastEventId}`,
      counterId: this.id,
      eventType: delta === 1 ? "increment" : "decrement",
      ...{ previousCount, count: previousCount + delta, delta },
      lastEventId: this.lastEventId,
      metadata: null,
      createdAt: "2026-11-25T12:00:00.000Z",
    };
    this.events.push(event);
    return event;
  }

  /** Loses its newest counts, and goes on behind a reserve that ends at this time. Returns the lost numbers. */
  restore(losing: number, nowMs: number): number[] {
    const kept = Math.max(0, this.events.length - losing);
    const lost = this.events.splice(kept).map(({ lastEventId }) => lastEventId);
    this.lastEventId = Math.max(this.lastEventId + 1, nowMs);
    this.hidden.clear();
    return lost;
  }
}

function counterOf({ id, count, lastEventId }: ModelCounter): Counter {
  return { id, count, lastEventId } as Counter;
}

export function webhookOf(event: CountEvent): CountWebhook {
  const { counterId, previousCount, count, delta, lastEventId, createdAt } = event;
  const type = `counter.${event.eventType as "increment" | "decrement"}` as const;
  const data = { previousCount, count, delta, lastEventId };
  const counter = { organizationId: "org_model", counterId, counterName: counterId };
  return {
    id: `${type}:${counterId}:${lastEventId}`,
    type,
    createdAt,
    data: { ...counter, ...data },
  };
}
