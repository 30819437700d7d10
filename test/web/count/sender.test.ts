import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DeviceCredential, DeviceTap } from "../../../web/count/queue/device-tap.ts";
import { Ledger } from "../../../web/count/queue/ledger.ts";
import { Sender, type SendResult } from "../../../web/count/queue/sender.ts";
import { undoRequests } from "../../../web/count/queue/undo.ts";
import { MemoryDevice } from "./memory-store.ts";
import { ModelService } from "./model-service.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gate: DeviceCredential = { kind: "gate", gateId: "gat_1" };
const key = "gat_1/ctr_a";

async function device(respond: (taps: readonly DeviceTap[], request: number) => SendResult | null) {
  const service = new ModelService(Date.now);
  service.addCounter("ctr_a");
  const ledger = new Ledger(new MemoryDevice().store({ alive: true }));
  const sentAtMs: number[] = [];
  const sizes: number[] = [];
  const sender = new Sender({
    ledger,
    async send(batch) {
      sentAtMs.push(Date.now() - startedMs);
      sizes.push(batch.length);
      const refused = respond(batch, sentAtMs.length);
      if (refused !== null) return refused;
      const undos = undoRequests(batch);
      const answers =
        undos.length > 0
          ? service.undo("gat_1", "ctr_a", undos)
          : service.count("gat_1", "ctr_a", batch);
      return { result: "answered", answers, counter: service.view("ctr_a") };
    },
    exclusively: (run) => run(),
    now: Date.now,
    random: () => 1,
    onState() {},
  });
  const startedMs = Date.now();
  let tapped = 0;
  const tap = async (times = 1) => {
    for (let made = 0; made < times; made++) {
      tapped += 1;
      const id = `tap_${tapped}`;
      // A person taps once a second: what is made at one time is one press, and stays undoable whole.
      const agoMs = (times - made) * 1_000 - tapped;
      const tappedAt = new Date(Date.now() - agoMs).toISOString();
      await ledger.add({ id, credential: gate, counterId: "ctr_a", direction: "up", tappedAt });
    }
  };
  return { ledger, sender, service, tap, sentAtMs, sizes };
}

test("after failures it waits longer and longer, half a minute at most, until it gets through", async () => {
  const { sender, service, tap, sentAtMs } = await device((_, request) =>
    request < 8 ? { result: "failed" } : null,
  );
  await tap();
  sender.wake();
  await vi.advanceTimersByTimeAsync(200_000);
  const waits = sentAtMs.slice(1).map((ms, index) => ms - (sentAtMs[index] ?? 0));
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1_000));
  expect(service.history).toHaveLength(1);
});

test("when the network is back, it sends at once", async () => {
  const { sender, service, tap } = await device((_, request) =>
    request < 7 ? { result: "failed" } : null,
  );
  await tap();
  sender.wake();
  await vi.advanceTimersByTimeAsync(32_000);
  expect(service.history).toHaveLength(0);
  sender.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(service.history).toHaveLength(1);
});

test("a pause that the service asks for is kept", async () => {
  const { sender, tap, sentAtMs } = await device((_, request) =>
    request === 1 ? { result: "limited", retryAfterMs: 7_000 } : null,
  );
  await tap();
  sender.wake();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sentAtMs).toEqual([0, 7_000]);
});

test("a lock after a lost request: within a minute the tap is kept by itself, and nobody is said to be busy", async () => {
  const { ledger, sender, service, tap, sentAtMs } = await device((_, request) =>
    request === 1 ? { result: "failed" } : null,
  );
  await ledger.offerView(key, service.view("ctr_a"));
  await tap();
  sender.wake();
  service.change("ctr_a", { locked: true });
  await vi.advanceTimersByTimeAsync(59_000);
  expect([sender.isChecking(key), sender.isLimited(key)]).toEqual([true, false]);
  // Nobody can count meanwhile, and the page says so; the number stays.
  expect(ledger.view(key)).toMatchObject({ locked: true, count: 0, version: 1 });
  service.change("ctr_a", { locked: false });
  await ledger.offerView(key, service.view("ctr_a"));
  expect(ledger.view(key)).toMatchObject({ locked: false });
  service.change("ctr_a", { locked: true });
  expect(ledger.taps).toMatchObject([{ kept: null }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sentAtMs).toEqual([0, 1_000, 60_000]);
  expect(ledger.taps).toMatchObject([{ kept: { reason: "locked" } }]);
  expect(sender.isChecking(key)).toBe(false);
});

test("a lock that ends while a lost request is checked: the tap counts by itself, once", async () => {
  const { ledger, sender, service, tap } = await device((_, request) =>
    request === 1 ? { result: "failed" } : null,
  );
  await tap();
  sender.wake();
  service.change("ctr_a", { locked: true });
  await vi.advanceTimersByTimeAsync(30_000);
  service.change("ctr_a", { locked: false });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([service.history.length, ledger.taps.length]).toEqual([1, 0]);
});

test("a tap that the service cannot read is found, and holds nobody up", async () => {
  const { ledger, sender, service, tap } = await device((batch) =>
    batch.some(({ order }) => order === 4) ? { result: "invalid" } : null,
  );
  await tap(6);
  sender.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(service.history).toHaveLength(5);
  expect(ledger.taps.map(({ order, kept }) => [order, kept?.reason])).toEqual([[4, "invalid"]]);
});

test("what waits goes up in requests of 25, while more is tapped: 5,000 taps, each once", async () => {
  const { ledger, sender, service, tap, sizes } = await device(() => null);
  await tap(5_000);
  sender.wake();
  await tap(1);
  sender.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(new Set(service.history.map(({ tapId }) => tapId)).size).toBe(5_001);
  expect([service.history.length, ledger.taps.length]).toEqual([5_001, 0]);
  expect(Math.max(...sizes)).toBe(25);
  expect(sizes.length).toBeLessThan(210);
  // Of all that was counted, the last ten presses can be undone.
  expect(ledger.counted).toHaveLength(10);
});
