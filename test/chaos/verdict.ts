import type { DeliveryRecord, DeliveryState } from "../../core/webhooks/delivery.ts";
import type { Course, ExpectedDelivery, Explanation, Failing, ReceivedRequest } from "./course.ts";
import { judgeDelivery } from "./delivery-verdict.ts";

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
    duplicates: {
      "handler killed": 0,
      "not recorded": 0,
      "dispatched twice": 0,
      "connection broken": 0,
    },
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
