import { expect, test } from "vitest";
import { newCounter, type StoredCounter } from "../../../core/counters/counter.ts";
import { lastCounted, maximumLastCounted } from "../../../core/counting/count-view.ts";

function counted(id: string, differences: Partial<StoredCounter>): StoredCounter {
  const key = { organizationId: "org_1", counterId: id };
  return { ...newCounter({ name: id }, key, 0), lastEventId: 1, ...differences };
}

test("the newest counts come first, and at most six are named", () => {
  const at = (hour: number) => `2026-11-21T${hour}:00:00.000Z`;
  const hours = Array.from({ length: maximumLastCounted + 2 }, (_, index) => 10 + index);
  const counters = hours.map((hour) => counted(String(hour), { lastCountAt: at(hour) }));
  const newest = hours.toReversed().slice(0, maximumLastCounted);
  expect(lastCounted(counters)).toEqual(newest.map((hour) => ({ id: String(hour), at: at(hour) })));
});

test("what is archived or was never counted is not named, whatever was changed last", () => {
  const [early, late] = ["2026-11-21T10:00:00.000Z", "2026-11-21T11:00:00.000Z"];
  const counters = [
    counted("archived", { lastCountAt: late, archivedAt: late }),
    counted("fresh", { lastEventId: 0, updatedAt: late }),
    counted("renamed", { lastCountAt: early, updatedAt: late }),
    // Counted before counters had the time of their newest count.
    counted("older", { updatedAt: "2026-11-20T10:00:00.000Z" }),
  ];
  expect(lastCounted(counters).map(({ id }) => id)).toEqual(["renamed", "older"]);
});
