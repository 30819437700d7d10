import { describe } from "vitest";
import { type Arrival, carrierConformance } from "../conformance/retry-schedulers.ts";
import { memoryCarrier } from "./memory-carrier.ts";
import { VirtualTime } from "./virtual-time.ts";

describe("the carrier of the simulation", () => {
  const time = new VirtualTime();
  const arrived: Arrival[] = [];
  const now = () => time.nowMs;
  carrierConformance({
    carrier: memoryCarrier({
      now,
      enqueue: (message, lane, delayMs) =>
        time.after(delayMs, () => void arrived.push({ message, lane, atMs: time.nowMs })),
      lateMs: () => 70,
    }),
    now,
    async arrivals(deliveryId) {
      await time.runAll(100);
      return arrived.filter(({ message }) => message.deliveryId === deliveryId);
    },
  });
});
