import { describe } from "vitest";
import { deliveryStoreConformance } from "../../conformance/deliveries.ts";
import { restartConformance } from "../../conformance/restarts.ts";
import { memoryDeliveries, restartInMemory } from "./memory-deliveries.ts";

describe("the store of the simulation", () => {
  deliveryStoreConformance(() => memoryDeliveries(new Map()));
});

describe("sending again in the simulation", () => {
  const records = new Map();
  restartConformance({
    store: memoryDeliveries(records),
    restart: async (record, next, nowMs) => restartInMemory(records, { record, next, nowMs }),
  });
});
