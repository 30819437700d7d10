import { expect, test } from "vitest";
import type { AuditEntry } from "../../../core/audit/audit-entry.ts";
import { countResolvers } from "../../../core/webhooks/count-webhooks.ts";
import { deliveryKeyOf } from "../../../core/webhooks/delivery-id.ts";
import {
  countRecoverable,
  type RecoverPorts,
  type RecoverRun,
  recover,
} from "../../../core/webhooks/recover.ts";
import type { DeliveryEndpoint } from "../../../core/webhooks/resend.ts";
import { operator } from "../audit/operator.ts";
import { count, endpoint, failed } from "./failed-deliveries.ts";

const startMs = Date.parse("2030-01-01T00:00:00.000Z");

/** Recovers failed deliveries, of which a part has two, at two a second. */
async function recovery(
  deliveries: number,
  { found = endpoint, ...control }: { found?: DeliveryEndpoint | null } & Partial<RecoverRun> = {},
) {
  const records = Array.from({ length: deliveries }, (_, index) => failed(index + 1));
  const keys = records.map(({ deliveryId }) => deliveryKeyOf(deliveryId)?.deliveryKey ?? "");
  const sentMs: number[] = [];
  const entries: AuditEntry[] = [];
  let nowMs = startMs;
  const now = () => nowMs;
  const ports: RecoverPorts = {
    ...{ now, clock: { now }, randomBase62: () => "a".repeat(12) },
    auditLog: { record: async (entry) => void entries.push(entry) },
    openKeys: async ({ state, after = "", limit }) =>
      state === "failed"
        ? keys
            .toSorted()
            .filter((key) => key > after)
            .slice(0, limit)
        : [],
    load: async (id) => records.find(({ deliveryId }) => deliveryId === id),
    endpoint: async () => found ?? undefined,
    resolvers: countResolvers(async ({ lastEventId }) => count(lastEventId)),
    restart: async () => true,
    send: async () => void sentMs.push(nowMs - startMs),
    newFencingToken: () => "t1",
    async wait(ms) {
      nowMs += ms;
    },
  };
  const leftOut: string[] = [];
  const counted = await countRecoverable(ports, endpoint, { sinceMs: 0 });
  const result = await recover(ports, endpoint, {
    ...{ by: operator, sinceMs: 0, rate: 2, isStopped: () => false, onProgress: () => {} },
    onLeftOut: (_, { reason }) => leftOut.push(reason),
    ...control,
  });
  return { counted, result, sentMs, leftOut, entries };
}

test("a recovery sends at its rate, the first at once", async () => {
  const { result, sentMs } = await recovery(5);
  expect(result).toEqual({ result: "done", resent: 5 });
  expect(sentMs).toEqual([0, 500, 1_000, 1_500, 2_000]);
});

test("a recovery of several parts has one audit entry, which says how many it has resent", async () => {
  const { counted, result, entries } = await recovery(45);
  expect([counted, result]).toEqual([45, { result: "done", resent: 45 }]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(1);
  expect(entries.map(({ after }) => after?.resent)).toEqual([0, 40, 45]);
});

test("a recovery that is stopped says how far it came", async () => {
  let asked = 0;
  const { result, entries } = await recovery(5, { isStopped: () => asked++ === 3 });
  expect(result).toEqual({ result: "stopped", resent: 3 });
  expect(entries.at(-1)).toMatchObject({ action: "delivery.recover", after: { resent: 3 } });
});

test.each<[string, DeliveryEndpoint | null]>([
  ["endpoint_deleted", null],
  ["plan_required", { ...endpoint, plan: "free" }],
  ["endpoint_paused", { ...endpoint, pausedAt: endpoint.createdAt }],
])("a recovery ends at the first delivery that is refused with %s", async (reason, found) => {
  const { result, leftOut, entries } = await recovery(5, { found });
  expect(result).toMatchObject({ result: "refused", refused: { reason }, resent: 0 });
  expect([leftOut, entries]).toEqual([[], []]);
});
