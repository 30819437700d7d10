import type { DeliveryRecord, DeliveryState } from "../../core/webhooks/delivery.ts";
import { judgeDelivery } from "./delivery-verdict.ts";
import type { Fault } from "./faults/fault-runner.ts";

/** A delivery that must have been made: of an event, to an endpoint that subscribed to it. */
export interface ExpectedDelivery {
  deliveryId: string;
  eventId: string;
  body: string;
  /** Of the event, in milliseconds since the epoch. */
  createdAtMs: number;
  /** Of the endpoint's URL. */
  path: string;
  behaviour: string;
  ends: readonly DeliveryState[];
}

/** A request with a good signature, and the response to it. */
export interface ReceivedRequest {
  path: string;
  deliveryId: string;
  eventId: string;
  body: string;
  receivedAtMs: number;
  status: number;
  hangMs: number;
}

/** The receiver at this path cut a connection or all of them. */
export interface Break {
  path: string;
  atMs: number;
}

/** What happened around the deliveries. */
export interface Course {
  faults: readonly Fault[];
  breaks: readonly Break[];
  /** Seconds. */
  retryDelays: readonly number[];
}

/** What breaks a promise. */
export type Failing =
  | "lost"
  | "retried twice in parallel"
  | "early"
  | "unexplained"
  | "wrong"
  | "wrong alert";
/** Why a request came a second time. */
export type Explanation = "handler killed" | "dispatched twice" | "connection broken";

export type ChaosFinding = { what: Failing; text: string } | { what: "duplicate"; by: Explanation };

export interface Verdict {
  failures: { what: Failing; text: string }[];
  duplicates: Record<Explanation, number>;
  /** How many deliveries came to which state, by behaviour. */
  states: Map<string, Map<DeliveryState | "no record", number>>;
}

export interface Outcome extends Course {
  expected: readonly ExpectedDelivery[];
  records: ReadonlyMap<string, DeliveryRecord>;
  requests: readonly ReceivedRequest[];
}

/** Judges every event at every endpoint, once all has come to rest. */
export function verdict({ expected, records, requests, ...course }: Outcome): Verdict {
  const requestsOf = Map.groupBy(requests, ({ deliveryId }) => deliveryId);
  const findings = expected.flatMap((delivery) => {
    const record = records.get(delivery.deliveryId);
    const received = requestsOf.get(delivery.deliveryId) ?? [];
    return judgeDelivery({ delivery, record, received }, course);
  });
  const known = new Set(expected.map(({ deliveryId }) => deliveryId));
  const strays = [...records.keys(), ...requestsOf.keys()].filter((id) => !known.has(id));
  const result: Verdict = {
    failures: [...new Set(strays)].map((id) => ({
      what: "wrong",
      text: `${id}: a delivery of no event that was counted`,
    })),
    duplicates: { "handler killed": 0, "dispatched twice": 0, "connection broken": 0 },
    states: new Map(),
  };
  for (const finding of findings) {
    if (finding.what === "duplicate") result.duplicates[finding.by] += 1;
    else result.failures.push(finding);
  }
  for (const { behaviour, deliveryId } of expected) {
    const states = result.states.get(behaviour) ?? new Map();
    const state = records.get(deliveryId)?.state ?? "no record";
    result.states.set(behaviour, states.set(state, (states.get(state) ?? 0) + 1));
  }
  return result;
}
