import { expect, test } from "vitest";
import type { AttemptRecord, DeliveryRecord, DeliveryState } from "../../core/webhooks/delivery.ts";
import type { ExpectedDelivery, ReceivedRequest } from "./course.ts";
import type { Fault } from "./faults/fault-runner.ts";
import { verdict } from "./verdict.ts";

const beganMs = Date.parse("2026-01-05T10:00:00.000Z");
const path = "/orders";
const delivery: ExpectedDelivery = {
  deliveryId: "dlv_1",
  eventId: "counter.increment:ctr_1:1",
  body: "{}",
  createdAtMs: beganMs - 500,
  path,
  behaviour: "fails sometimes",
  ends: ["delivered", "failed"],
};

/** An attempt that took 40 ms, with its request 20 ms after its beginning. */
const attempt = (number: number, afterMs: number, status: number): AttemptRecord => ({
  attempt: number,
  at: new Date(beganMs + afterMs).toISOString(),
  durationMs: 40,
  status,
});

const request = (afterMs: number, status: number, body = "{}"): ReceivedRequest => {
  const { deliveryId, eventId } = delivery;
  const receivedAtMs = beganMs + afterMs + 20;
  return { path, deliveryId, eventId, body, receivedAtMs, status, hangMs: 0 };
};

const kill = (victim: Fault["victim"], afterMs: number): Fault => ({
  victim,
  atMs: beganMs + afterMs,
});

interface Case {
  attempts?: AttemptRecord[];
  state?: DeliveryState;
  requests: ReceivedRequest[];
  faults?: Fault[];
  unhandledAfterMs?: number;
  cutAfterMs?: number;
}

function judge({ attempts, state = "delivered", requests, faults = [], ...after }: Case) {
  const { cutAfterMs, unhandledAfterMs } = after;
  const { deliveryId, eventId } = delivery;
  const about = { deliveryId, eventId, organizationId: "org_1" };
  const eventType = "counter.increment";
  const records = new Map<string, DeliveryRecord>();
  if (attempts) records.set(deliveryId, { ...about, eventType, state, attempts });
  const breaks = cutAfterMs === undefined ? [] : [{ path, atMs: beganMs + cutAfterMs }];
  const unhandled =
    unhandledAfterMs === undefined ? [] : [{ deliveryId, atMs: beganMs + unhandledAfterMs }];
  const course = { faults, unhandled, breaks, retryDelays: [1, 2] };
  const { failures, duplicates } = verdict({ expected: [delivery], records, requests, ...course });
  return { failures: failures.map(({ what }) => what), duplicates };
}

const none = {
  "handler killed": 0,
  "not recorded": 0,
  "dispatched twice": 0,
  "connection broken": 0,
};
const once = [attempt(1, 0, 200)];
const twice = [attempt(1, 0, 500), attempt(2, 1_100, 200)];
const twiceReceived = [request(0, 500), request(1_100, 200)];

test.each<[string, Case]>([
  ["delivered at once", { attempts: once, requests: [request(0, 200)] }],
  ["delivered by a retry", { attempts: twice, requests: twiceReceived }],
  [
    "failed, once without a request",
    {
      attempts: [
        attempt(1, 0, 500),
        { attempt: 2, at: attempt(2, 1_100, 0).at, durationMs: 3, reason: "refused" },
        attempt(3, 3_200, 503),
      ],
      state: "failed",
      requests: [request(0, 500), request(3_200, 503)],
    },
  ],
])("%s: all is well", (_, all) => {
  expect(judge(all)).toEqual({ failures: [], duplicates: none });
});

test.each<[string, Case, object]>([
  [
    "a sender that was killed before it recorded its attempt",
    {
      attempts: [attempt(1, 90_000, 200)],
      requests: [request(0, 200), request(90_000, 200)],
      faults: [kill("deliver-webhook", 25)],
    },
    { "handler killed": 1 },
  ],
  [
    "a retry whose sender was killed, after the lease",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 91_100, 200)],
      requests: [request(0, 500), request(1_100, 500), request(91_100, 200)],
      faults: [kill("service", 1_130)],
    },
    { "handler killed": 1 },
  ],
  [
    "an event that was dispatched again after a kill",
    {
      attempts: once,
      requests: [request(0, 200), request(30, 200)],
      faults: [kill("dispatch-events", -400)],
    },
    { "dispatched twice": 1 },
  ],
  [
    "an event that was dispatched again, whose second sender was slow",
    {
      attempts: once,
      requests: [request(0, 200), request(4_700, 200)],
      faults: [kill("dispatch-events", -400)],
    },
    { "dispatched twice": 1 },
  ],
  [
    "an event that was dispatched again, whose second sender was faster than the retry",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 4_700, 200)],
      requests: [request(0, 500), request(3_800, 302), request(4_710, 200)],
      faults: [kill("dispatch-events", -400)],
    },
    { "dispatched twice": 1 },
  ],
  [
    "a sender that could not record its attempt",
    {
      attempts: [attempt(1, 16_000, 200)],
      requests: [request(0, 200), request(16_000, 200)],
      unhandledAfterMs: 6_100,
    },
    { "not recorded": 1 },
  ],
  [
    "a connection that the receiver broke",
    { attempts: once, requests: [request(-18, 200), request(10, 200)], cutAfterMs: 5 },
    { "connection broken": 1 },
  ],
  [
    "a connection that broke, and its sender that was killed after sending again",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 93_000, 200)],
      requests: [request(0, 500), request(1_100, 429), request(1_300, 200), request(93_000, 200)],
      faults: [kill("deliver-webhook", 1_330)],
      cutAfterMs: 1_130,
    },
    { "handler killed": 1, "connection broken": 1 },
  ],
])("a duplicate is explained by %s", (_, all, explained) => {
  expect(judge(all)).toEqual({ failures: [], duplicates: { ...none, ...explained } });
});

test.each<[string, Case, string]>([
  ["a delivery without a record", { requests: [request(0, 200)] }, "lost"],
  [
    "a delivery that came to rest between two attempts",
    { attempts: [attempt(1, 0, 500)], state: "retry_scheduled", requests: [request(0, 500)] },
    "lost",
  ],
  [
    "a request after the end",
    { attempts: once, requests: [request(0, 200), request(9_000, 200)] },
    "retried twice in parallel",
  ],
  [
    "a request that comes long after the last retry, in spite of a kill",
    {
      attempts: twice,
      requests: [...twiceReceived, request(4_700, 200)],
      faults: [kill("dispatch-events", -400)],
    },
    "retried twice in parallel",
  ],
  [
    "a request that comes after the end, although only evaluation was killed",
    {
      attempts: once,
      requests: [request(0, 200), request(4_700, 200)],
      faults: [kill("evaluate-alerts", -400)],
    },
    "retried twice in parallel",
  ],
  [
    "a retry that two send within the lease, in spite of a kill",
    {
      attempts: twice,
      requests: [...twiceReceived, request(1_115, 200)],
      faults: [kill("deliver-webhook", 1_120)],
    },
    "retried twice in parallel",
  ],
  [
    "an attempt that is recorded twice",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 1_100, 500), attempt(2, 1_200, 200)],
      requests: [request(0, 500), request(1_100, 500), request(1_200, 200)],
    },
    "retried twice in parallel",
  ],
  [
    "a retry before its wait",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 900, 200)],
      requests: [request(0, 500), request(900, 200)],
    },
    "early",
  ],
  [
    "one more copy of a retry before its wait",
    {
      attempts: [attempt(1, 0, 500), attempt(2, 1_100, 500), attempt(3, 93_000, 200)],
      requests: [request(0, 500), request(1_100, 500), request(2_100, 200), request(93_000, 200)],
      faults: [kill("deliver-webhook", 2_130)],
    },
    "early",
  ],
  [
    "a duplicate without any kill",
    { attempts: once, requests: [request(0, 200), request(15, 200)] },
    "unexplained",
  ],
  [
    "a duplicate long after the last kill",
    {
      attempts: [attempt(1, 90_000, 200)],
      requests: [request(0, 200), request(90_000, 200)],
      faults: [kill("deliver-webhook", -9_000)],
    },
    "unexplained",
  ],
  ["another body", { attempts: once, requests: [request(0, 200, "[]")] }, "wrong"],
  ["a response that nobody sent", { attempts: once, requests: [] }, "wrong"],
  [
    "a state that does not follow from the last response",
    { attempts: once, state: "failed", requests: [request(0, 200)] },
    "wrong",
  ],
])("fails for %s", (_, all, what) => {
  expect(judge(all).failures).toContain(what);
});

test("fails for a delivery of an event that was never counted", () => {
  const requests = [{ ...request(0, 200), deliveryId: "dlv_2" }];
  const result = verdict({
    ...{ expected: [], records: new Map(), requests },
    ...{ faults: [], unhandled: [], breaks: [], retryDelays: [1, 2] },
  });
  expect(result.failures).toHaveLength(1);
});
