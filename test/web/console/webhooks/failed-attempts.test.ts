import { expect, test } from "vitest";
import { failedSince } from "../../../../web/console/webhooks/failed-attempts.tsx";

const seconds = (time: string) => Date.parse(`2026-11-22T${time}Z`) / 1_000;
const at = ["11:00:00", "12:00:00", "12:05:00", "12:07:00"].map(seconds);
const since = Date.parse("2026-11-22T11:30:00Z");

test("attempts that failed and were delivered since are counted, with the time of their deliveries", () => {
  const durationMs = at.map(() => 10);
  const failed = failedSince({ at, durationMs, status: [500, 503, null, 204] }, since);
  expect(failed).toMatchObject({ count: 2, isDelivered: true });
  expect(failed?.since).toBe("2026-11-22T11:59:00.000Z");
  expect(failed?.until).toBe("2026-11-22T12:05:01.000Z");
  const stopped = failedSince({ at, durationMs, status: [204, 410, 500, 204] }, since);
  expect(stopped).toMatchObject({ count: 2, isDelivered: false });
  expect(failedSince({ at, durationMs, status: [500, 200, 201, 204] }, since)).toBeUndefined();
});
