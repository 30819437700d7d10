import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomBase62 } from "../../../adapters/random.ts";
import {
  type AttemptSenderOptions,
  attemptSender,
} from "../../../adapters/webhooks/attempt-sender.ts";
import type { AttemptMessage } from "../../../core/webhooks/attempt-message.ts";
import { RetryLater } from "../../../core/webhooks/deliver.ts";
import type { StoredEndpoint } from "../../../core/webhooks/endpoint.ts";
import type { HealthChange } from "../../../core/webhooks/endpoint-health.ts";
import { newSigningSecret } from "../../../core/webhooks/signing-secret.ts";
import { startRawReceiver } from "./raw-receiver.ts";

const nowMs = Date.UTC(2030, 0, 1);

// Only what JavaScript sets: sockets keep their own time.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A sender to a receiver that never responds, with the writes of its endpoint's health. */
async function sending(
  stored: Partial<StoredEndpoint> = {},
  given: Partial<AttemptSenderOptions> = {},
) {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const receiver = await startRawReceiver(() => resolve());
  const writes: HealthChange[] = [];
  const message: AttemptMessage = {
    deliveryId: `dlv_${randomBase62(48)}`,
    organizationId: "org_1",
    eventId: "counter.increment:ctr_1:1",
    eventType: "counter.increment",
    body: "{}",
    attempt: 1,
  };
  const endpoint = { ...storedAt(receiver.port), ...stored };
  const sender = attemptSender({
    endpoints: {
      get: async () => endpoint,
      recordHealth: async (_key, change) => void writes.push(change),
    },
    openSecret: async () => newSigningSecret(),
    allowedAddresses: ["127.0.0.0/8"],
    now: () => nowMs,
    leftMs: () => Number.POSITIVE_INFINITY,
    ...given,
  });
  return { receiver, arrived, writes, message, sender };
}

async function made({ sender, message }: Awaited<ReturnType<typeof sending>>) {
  const made = await sender(message);
  if (made.kind !== "endpoint") throw new Error(made.kind);
  return { send: () => made.send(message), recordHealth: made.recordHealth };
}

test("an endpoint that is deleted, or whose organization is on the free plan, is gone", async () => {
  const free = await sending({ plan: "free" });
  expect(await free.sender(free.message)).toEqual({ kind: "gone" });
  const endpoints = { get: async () => undefined, recordHealth: async () => {} };
  const deleted = await sending({}, { endpoints });
  expect(await deleted.sender(deleted.message)).toEqual({ kind: "gone" });
});

test("with less than 16 s left, an attempt is not begun", async () => {
  let leftMs = 15_999;
  const all = await sending({}, { leftMs: () => leftMs });
  const { send } = await made(all);
  await expect(send()).rejects.toThrow(RetryLater);
  expect(all.receiver.connections()).toBe(0);
  leftMs = 16_000;
  const sent = send();
  await all.arrived;
  all.receiver.reset();
  expect(await sent).toMatchObject({ startedMs: nowMs, outcome: { kind: "no_response" } });
});

test("after a second without a response the endpoint is slow, while the attempt lasts", async () => {
  const all = await sending();
  const { send, recordHealth } = await made(all);
  const sent = send();
  await all.arrived;
  await vi.advanceTimersByTimeAsync(999);
  expect(all.writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const slow = { set: { lane: "slow", lastSlowAtMs: nowMs }, recovered: false };
  expect(all.writes).toEqual([slow]);
  all.receiver.reset();
  expect(await recordHealth({ ...(await sent), durationMs: 1_000 })).toBe("slow");
  const { lane, ...failure } = all.writes[1]?.set ?? {};
  expect(lane).toBeUndefined();
  expect(failure).toMatchObject({ failingSinceMs: nowMs, lastErrorAtMs: nowMs });
});

test("a prompt attempt leaves no timer that would make the endpoint slow", async () => {
  const all = await sending();
  const { send } = await made(all);
  const sent = send();
  await all.arrived;
  all.receiver.reset();
  await sent;
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [30_000, 0],
  [30_001, 1],
])("that a slow endpoint was slow %i ms ago is renewed %i times", async (agoMs, times) => {
  const all = await sending({ lane: "slow", lastSlowAtMs: nowMs - agoMs });
  const { send } = await made(all);
  const sent = send();
  await all.arrived;
  await vi.advanceTimersByTimeAsync(1_000);
  all.receiver.reset();
  await sent;
  expect(all.writes).toHaveLength(times);
});

test("the health is recorded only when the write of the slow lane is through", async () => {
  const { promise, resolve: written } = Promise.withResolvers<void>();
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const receiver = await startRawReceiver(() => resolve());
  // It has failed before, so that nothing but the lane is written.
  const stored = { ...storedAt(receiver.port), lastErrorAtMs: nowMs, failingSinceMs: nowMs };
  const endpoints = { get: async () => stored, recordHealth: () => promise };
  const { send, recordHealth } = await made(await sending({}, { endpoints }));
  const sent = send();
  await arrived;
  await vi.advanceTimersByTimeAsync(1_000);
  receiver.reset();
  let recorded = false;
  const recording = recordHealth({ ...(await sent), durationMs: 1_000 }).then(() => {
    recorded = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(recorded).toBe(false);
  written();
  await recording;
});

test("a health that cannot be written does not fail the delivery", async () => {
  const stored = storedAt(9);
  const recordHealth = async () => {
    throw new Error("throttled");
  };
  const all = await sending({}, { endpoints: { get: async () => stored, recordHealth } });
  const attempt = await made(all);
  const outcome = { kind: "response", status: 500 } as const;
  expect(await attempt.recordHealth({ startedMs: nowMs, durationMs: 3, outcome })).toBe("fast");
});

function storedAt(port: number): StoredEndpoint {
  return {
    ...{ id: "end_1", organizationId: "org_1", plan: "pro", events: ["counter.increment"] },
    ...{ url: `https://127.0.0.1:${port}/`, createdAt: "2030-01-01T00:00:00.000Z" },
    ...{ lane: "fast", sealedSecret: "sealed", wrappedKey: "wrapped" },
  };
}
