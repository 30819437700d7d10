import { expect, test } from "vitest";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import { recoverableSinceMs } from "../../../core/webhooks/pauses.ts";
import { endRecovery, leavesSome } from "../../../core/webhooks/recover.ts";
import type { RefusedResend } from "../../../core/webhooks/resend.ts";

const hourMs = 3_600_000;
const nowMs = Date.UTC(2030, 0, 31);
const iso = (ms: number) => new Date(ms).toISOString();
const pauses = [{ from: iso(nowMs - 3 * hourMs), to: iso(nowMs - 2 * hourMs) }];

/** The times that are noted after a recovery. */
async function noted(
  recovery: { sinceMs: number; startedAtMs: number },
  differences: Partial<StoredEndpoint> = { pauses },
): Promise<string[]> {
  const times: string[] = [];
  const endpoint = { ...stored, ...differences };
  const ports = {
    now: () => nowMs,
    async recordPausesRecovered(_: unknown, at: string) {
      times.push(at);
    },
  };
  await endRecovery(ports, endpoint, recovery);
  return times;
}

const stored: StoredEndpoint = {
  ...{ id: "end_1", organizationId: "org_1", url: "https://receiver.example.com/" },
  ...{ events: ["counter.increment"], lane: "fast", plan: "pro", createdAt: iso(0) },
  ...{ sealedSecret: "", wrappedKey: "" },
};

const heldBackMs = recoverableSinceMs({ from: iso(nowMs - 3 * hourMs) });

test("a recovery of all that a pause held back is noted with its beginning", async () => {
  const startedAtMs = nowMs - 1_000;
  expect(await noted({ sinceMs: heldBackMs, startedAtMs })).toEqual([iso(startedAtMs)]);
});

test("one that begins later than what was held back is not noted", async () => {
  expect(await noted({ sinceMs: heldBackMs + 1, startedAtMs: nowMs })).toEqual([]);
});

test("nothing is noted where no pause holds anything back", async () => {
  expect(await noted({ sinceMs: 0, startedAtMs: nowMs }, {})).toEqual([]);
  const pausesRecoveredAt = iso(nowMs - hourMs);
  expect(await noted({ sinceMs: 0, startedAtMs: nowMs }, { pauses, pausesRecoveredAt })).toEqual(
    [],
  );
});

test("a beginning in the future, which the browser has sent, counts as now", async () => {
  expect(await noted({ sinceMs: 0, startedAtMs: nowMs + hourMs })).toEqual([iso(nowMs)]);
});

test.each<[RefusedResend["reason"], boolean]>([
  ["conflict", true],
  ["not_wanted", false],
  ["being_sent", false],
  ["event_gone", false],
  ["not_received", false],
])("a delivery left out because of %s is left for another recovery: %s", (reason, isLeft) => {
  const leftOut = [{ deliveryId: "dlv_1", refused: { result: "refused" as const, reason } }];
  expect(leavesSome({ found: 1, leftOut }, { dryRun: false })).toBe(isLeft);
});

test("a dry run leaves whatever it finds", () => {
  expect(leavesSome({ found: 1, leftOut: [] }, { dryRun: true })).toBe(true);
  expect(leavesSome({ found: 0, leftOut: [] }, { dryRun: true })).toBe(false);
});
