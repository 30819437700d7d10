import { expect, test } from "vitest";
import type { CountEvent } from "../../../core/counters/count-event.ts";
import { newCounter } from "../../../core/counters/counter.ts";
import { DamagedItemError } from "../../../core/damaged-item-error.ts";
import type { Member } from "../../../core/members/member.ts";
import { redrawHandlers } from "../../../lambdas/counters/redraw-routes.ts";
import { searchMs } from "../../../lambdas/private-api/bounded-run.ts";

const organizationId = "org_0123456789ABCDEFGHIJ";
const [damaged = "", endless = "", fine = ""] = ["1", "2", "3"].map((d) => `ctr_${d.repeat(20)}`);
const createdAt = "2026-11-22T10:00:00.000Z";
const member: Member = {
  ...{ organizationId, id: "mem_0", personId: "per_0", name: "Anna" },
  ...{ email: "anna@people.example", role: "owner", joinedAt: createdAt },
};

/** Counters of which one cannot be read, and another has more in a day than a request reads. */
function handlers() {
  let nowMs = Date.parse(createdAt);
  const key = (counterId: string) => ({ organizationId, counterId });
  const ports = {
    clock: { now: () => nowMs },
    randomBase62: (length: number) => "0".repeat(length),
    organizationName: async () => "Museum",
    calendar: async () => ({ timeZone: "UTC" }),
    auditLog: { record: async () => {} },
    storedCounters: {
      get: async ({ counterId }: { counterId: string }) => ({
        ...newCounter({ name: "North" }, key(counterId), nowMs),
        lastEventId: counterId === fine ? 0 : 100,
      }),
    },
    countEvents: {
      async page({ counterId }: { counterId: string }, { beforeEventId = 0 }) {
        if (counterId === damaged) throw new DamagedItemError("a stored item is not as expected");
        nowMs += searchMs;
        const numbers = { count: 1, previousCount: 0, delta: 1, lastEventId: beforeEventId - 1 };
        const event = { id: "evt_0", counterId, eventType: "increment", ...numbers };
        return [{ ...event, metadata: null, createdAt } as CountEvent];
      },
    },
    markReader: { from: async () => [] },
    markWriter: { positions: async () => new Map(), put: async () => {}, delete: async () => {} },
  };
  return redrawHandlers(ports as unknown as Parameters<typeof redrawHandlers>[0]);
}

test("a counter that cannot be read, or has too much in a day, is skipped, and bars no later one", async () => {
  const redraw = handlers()["POST /api/setup/{organizationId}/charts/redraw"];
  const send = async (...counterIds: string[]) => {
    const request = { member, body: { counterIds, timeZone: "UTC" } };
    return (await redraw(request as unknown as Parameters<typeof redraw>[0])).body;
  };
  const ended = { events: 0, from: null };
  expect(await send(damaged, fine)).toEqual({ ...ended, counters: 2, skipped: [damaged] });
  expect(await send(endless, fine)).toEqual({
    ...{ counters: 1, events: 1, from: null, skipped: [endless] },
  });
});
