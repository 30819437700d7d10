import { expect, test } from "vitest";
import { endpointStatus } from "../../../core/webhooks/endpoint-status.ts";

test("the failures of an endpoint are those of the last 24 hours", async () => {
  const asked: number[] = [];
  const nowMs = Date.UTC(2030, 0, 2);
  const status = await endpointStatus(
    {
      endpoint: async () => ({
        id: "end_1",
        organizationId: "org_1",
        url: "https://example.com/",
        events: ["counter.increment"],
        lane: "fast",
        createdAt: "2029-01-01T00:00:00.000Z",
        plan: "pro",
        sealedSecret: "",
        wrappedKey: "",
      }),
      async countDeliveries(_, { failedSinceMs }) {
        asked.push(failedSinceMs);
        return { waiting: 0, heldBack: 0, failed: 3, exact: true };
      },
      now: () => nowMs,
    },
    { organizationId: "org_1", endpointId: "end_1" },
  );
  expect(asked).toEqual([Date.UTC(2030, 0, 1)]);
  expect(status).toMatchObject({ failedLastDay: 3 });
});
