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

const key = "gat_1/ctr_a";
const madeMs = Date.parse("2026-11-22T10:00:00.000Z");

/** A ledger with these presses, each a second after the one before and of so many taps. */
async function pressed(...presses: number[]): Promise<Ledger> {
  const ledger = new Ledger(new MemoryDevice().store({ alive: true }));
  for (const [index, times] of presses.entries()) {
    const tappedAt = new Date(madeMs + index * 1_000).toISOString();
    const taps = Array.from({ length: times }, (_, tap) => ({
      ...{ id: `tap_${index}_${tap}`, credential: { kind: "gate", gateId: "gat_1" } as const },
      ...{ counterId: "ctr_a", direction: "up" as const, tappedAt },
    }));
    await ledger.add(...taps);
  }
  return ledger;
}

test.each([
  [299_999, 1],
  [300_000, 0],
])("%d ms after a tap it can be undone: %d", async (laterMs, taps) => {
  const ledger = await pressed(1);
  expect(ledger.undoable(key, madeMs + laterMs)).toHaveLength(taps);
});

test("an undo takes back the newest press whole, then the one before", async () => {
  const ledger = await pressed(1, 10, 5);
  const sizes: number[] = [];
  for (let undone = 0; undone < 4; undone++) {
    const taps = ledger.undoable(key, madeMs + 5_000);
    sizes.push(taps.length);
    for (const tap of taps) await ledger.undo(tap, madeMs + 5_000);
  }
  expect(sizes).toEqual([5, 10, 1, 0]);
  // What never left the device leaves no trace.
  expect(ledger.taps).toEqual([]);
});

test("what two tabs decide of the same tap is decided by the first", async () => {
  const store = new MemoryDevice().store({ alive: true });
  const tabs = [new Ledger(store), new Ledger(store)] as const;
  const credential = { kind: "gate", gateId: "gat_1" } as const;
  const tap = { id: "tap_1", credential, counterId: "ctr_a", direction: "up" as const };
  const kept = { reason: "full", atMs: madeMs } as const;
  await tabs[0].add({ ...tap, tappedAt: new Date(madeMs).toISOString(), kept });
  await tabs[1].load();
  const orders = tabs[0].taps.map(({ order }) => order);
  expect(await tabs[0].decide(orders, "try_again")).toMatchObject([{ id: "tap_1", kept }]);
  expect(await tabs[1].decide(orders, "try_again")).toEqual([]);
});
