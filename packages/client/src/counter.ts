/** A counter, as the read API returns it. */
export interface Counter {
  id: string;
  name: string;
  /** The current total. */
  count: number;
  incrementStep: number;
  decrementStep: number;
  mode: "both" | "increment-only" | "decrement-only";
  organizationId: string;
  groupId: string | null;
  goalTarget: number | null;
  locked: boolean;
  version: number;
  /** The number of the newest count event; 0 before the first. */
  lastEventId: number;
  createdAt: string;
  updatedAt: string;
}

/** An event of a counter's history. */
export interface CountEvent extends Count {
  id: string;
  metadata: Record<string, unknown> | null;
}

/** A page of a counter's history, newest first. */
export interface History {
  counterId: string;
  counterName: string;
  events: CountEvent[];
}

/** What webhooks and history both say about a count: what goes into the books. */
export interface Count {
  counterId: string;
  /** A later version of the service can send others. */
  eventType: "increment" | "decrement" | (string & {});
  previousCount: number;
  count: number;
  delta: number;
  /** The number of the event: 1, 2, 3, … for each counter. */
  lastEventId: number;
  createdAt: string;
}

/** No counter has this id: the service uses it for test deliveries. */
export const testCounterId = "ctr_00000000000000000000";
