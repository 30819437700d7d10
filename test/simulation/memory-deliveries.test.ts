import { describe } from "vitest";
import { deliveryStoreConformance } from "../conformance/deliveries.ts";
import { memoryDeliveries } from "./memory-deliveries.ts";

describe("the store of the simulation", () => {
  deliveryStoreConformance(() => memoryDeliveries(new Map()));
});
