import { alertEnvelope } from "../../../core/webhooks/alert-webhooks.ts";
import { testCounterId } from "../../../core/webhooks/check/test-event.ts";
import { countEnvelope } from "../../../core/webhooks/count-webhooks.ts";

export const nowSeconds = 1_795_253_401;

export const secrets = [
  "whsec_dGhpcyBpcyBhbiBleGFtcGxlLCBub3QgYSBzZWNyZXQ=",
  "whsec_dGhlIG5leHQgc2VjcmV0IG9mIHRoaXMgZXhhbXBsZSE=",
  "whsec_YW5vdGhlciBleGFtcGxlIHRoYXQgaXMgbm8gc2VjcmV0",
] as const;

const count = {
  organizationId: "org_4vJ0cQ2mXw8RkT6pLzYb",
  counterId: "ctr_9sHf3NdU7aEo1ViGxKtC",
  counterName: "Main entrance",
  eventType: "increment" as const,
  ...{ previousCount: 41, count: 42, delta: 1, lastEventId: 1042 },
  createdAt: "2026-11-21T09:30:00.250Z",
};

const increment = countEnvelope(count);

const decrement = { eventType: "decrement", count: 40, delta: -1 } as const;

const alert = alertEnvelope({
  organizationId: count.organizationId,
  ...{ scope: "group", kind: "percent", alertId: "alt_7Pq2Wm5Xz8Kd3Rt6Yb9N" },
  ...{ alertName: "Hall 1 is nearly full", counterId: count.counterId },
  ...{ counterName: count.counterName, groupId: "grp_4Hn7Vc0Lq2Sx5Fg8Jw1T", groupName: "Hall 1" },
  ...{ threshold: 1350, capacity: 1500, percent: 90, previousLevel: 1349, level: 1350 },
  ...{ lastEventId: 1042, createdAt: count.createdAt },
});

/** Bodies as they are sent, by what they are. */
export const bodies = {
  increment: JSON.stringify(increment),
  decrement: JSON.stringify(countEnvelope({ ...count, ...decrement })),
  alert: JSON.stringify(alert),
  "the largest numbers": JSON.stringify(
    countEnvelope({
      ...count,
      ...{ previousCount: Number.MIN_SAFE_INTEGER, count: Number.MIN_SAFE_INTEGER + 1 },
      lastEventId: Number.MAX_SAFE_INTEGER,
    }),
  ),
  "a test delivery": JSON.stringify(
    countEnvelope({ ...count, counterId: testCounterId, lastEventId: 1 }),
  ),
  "fields of a later version": JSON.stringify({
    ...increment,
    apiVersion: 2,
    data: { ...increment.data, gate: { name: "left" } },
  }),
  "an event type of a later version": JSON.stringify({
    ...increment,
    type: "counter.archived",
    data: { counterId: count.counterId },
  }),
};

const names = {
  "an emoji of several code points": "Eingang \u{1F469}\u200D\u{1F680}",
  "letters that run from right to left": "\u202Eecnartne\u202C",
  "quotes and backslashes": '"; DROP TABLE gates; -- \\',
  "line separators of Unicode": "a\u2028b\u2029c",
  markup: "<script>alert(1)</script>",
  "composed and decomposed": "\u00E9e\u0301",
  "no-break spaces and a byte order mark": "a\u00A0\uFEFFb",
  "200 letters outside the basic plane": "\u{1D538}".repeat(200),
};

/** Bodies with names that break careless code. */
export const hostileNames = Object.entries(names).map(
  ([what, counterName]) =>
    [what, JSON.stringify(countEnvelope({ ...count, counterName }))] as const,
);

/** The event of a count of this counter. */
export function countNumber(lastEventId: number, previousCount: number, delta: 1 | -1) {
  const eventType = delta === 1 ? ("increment" as const) : ("decrement" as const);
  return { ...count, eventType, lastEventId, previousCount, count: previousCount + delta, delta };
}
