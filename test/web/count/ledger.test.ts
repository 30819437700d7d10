import { expect, test } from "vitest";
import { Ledger } from "../../../web/count/queue/ledger.ts";
import type { DeviceTapStore } from "../../../web/count/queue/tap-store.ts";
import { MemoryDevice } from "./memory-store.ts";

test("a tap that is made while the device is being read is not forgotten", async () => {
  const store = new MemoryDevice().store({ alive: true });
  const overtaken: DeviceTapStore = {
    ...store,
    async load() {
      const before = await store.load();
      if (before.taps.length === 0) {
        await ledger.add({
          ...{ id: "tap_1", credential: { kind: "gate", gateId: "gat_1" }, counterId: "ctr_a" },
          ...{ direction: "up", tappedAt: "2026-11-22T10:00:00.000Z" },
        });
      }
      return before;
    },
  };
  const ledger = new Ledger(overtaken);
  await ledger.load();
  expect(ledger.taps).toMatchObject([{ id: "tap_1" }]);
});
