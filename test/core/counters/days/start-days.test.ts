import { expect, test } from "vitest";
import type { CountEvent } from "../../../../core/counters/count-event.ts";
import { newCounter, type StoredCounter } from "../../../../core/counters/counter.ts";
import { type DayStartPorts, startDays } from "../../../../core/counters/days/start-days.ts";
import type { DueOrganization } from "../../../../core/organizations/due-days.ts";

const startMs = Date.parse("2026-11-24T00:00:00Z");
/** The first moment at which the day's counters are reset. */
const settledMs = startMs + 10_000;
const minuteMs = 60_000;
const writeMs = 15;

/** One organization's counters in memory; each write takes some time. */
class Organization {
  readonly counters = new Map<string, StoredCounter>();
  readonly events: CountEvent[] = [];
  readonly writtenAtMs: number[] = [];
  calls = 0;
  nextDayStart = new Date(startMs).toISOString();
  claimedUntilMs = 0;
  nowMs = settledMs;

  constructor(counters: number, fields: Partial<StoredCounter> = { count: 40 }) {
    for (let number = 1; number <= counters; number += 1) {
      const key = { organizationId: "org_1", counterId: `ctr_${number}` };
      const counter = newCounter({ name: "Gate", resetDaily: true }, key, startMs - 86_400_000);
      this.counters.set(counter.id, { ...counter, ...fields });
    }
  }

  ports(): DayStartPorts {
    const organizationId = "org_1";
    return {
      dueDays: {
        due: async (nowMs): Promise<DueOrganization[]> => {
          const { nextDayStart } = this;
          return Date.parse(nextDayStart) <= nowMs ? [{ organizationId, nextDayStart }] : [];
        },
        claim: async (_, { nowMs, untilMs }) => {
          this.calls += 1;
          if (this.claimedUntilMs > nowMs) return undefined;
          this.claimedUntilMs = untilMs;
          const { nextDayStart } = this;
          return { organizationId, nextDayStart, revision: 1, calendar: { timeZone: "UTC" } };
        },
        advance: async (_, next) => {
          this.calls += 1;
          this.nextDayStart = next;
          this.claimedUntilMs = 0;
        },
      },
      dayResets: {
        daily: async () => {
          this.calls += 1;
          return [...this.counters.values()];
        },
        reset: async (listed, decide) => {
          const reset = await decide(listed);
          if (reset.result !== "reset") return reset.result;
          this.calls += 1;
          this.writtenAtMs.push(this.nowMs);
          this.counters.set(reset.counter.id, reset.counter);
          this.events.push(reset.event);
          return reset.result;
        },
      },
      markReader: {
        from: async () => {
          this.calls += 1;
          return [];
        },
      },
      clock: {
        now: () => this.nowMs,
        backOff: async () => {},
        sleepUntil: async (timeMs) => {
          this.nowMs = Math.max(timeMs, this.nowMs + writeMs);
        },
      },
    };
  }

  async run() {
    return await startDays(this.ports(), this.nowMs + 50_000);
  }
}

test("10,000 counters take a call each, two runs, and at most 100 resets a second", async () => {
  const organization = new Organization(10_000);
  const first = await organization.run();
  expect(first).toMatchObject({ resets: 5_000, started: 0, delayMs: minuteMs, errors: [] });
  expect(organization.nowMs).toBe(settledMs + 50_000);
  organization.nowMs = settledMs + minuteMs;
  expect(await organization.run()).toMatchObject({ resets: 5_000, started: 1, delayMs: 0 });
  // Claim and list of two runs, and the end.
  expect(organization.calls).toBe(10_000 + 5);
  const { writtenAtMs } = organization;
  const inOneSecond = writtenAtMs.map((ms, index) => {
    const end = writtenAtMs.findIndex((later) => later >= ms + 1_000);
    return (end === -1 ? writtenAtMs.length : end) - index;
  });
  expect(Math.max(...inOneSecond)).toBe(100);
  expect(new Set(organization.events.map(({ counterId }) => counterId)).size).toBe(10_000);
  expect(organization.nextDayStart).toBe("2026-11-25T00:00:00.000Z");
});

test("10,000 counters that show their number already are done with three calls", async () => {
  const organization = new Organization(10_000, { count: 0 });
  expect(await organization.run()).toMatchObject({ resets: 0, started: 1 });
  expect(organization.calls).toBe(3);
});

test("a counter whose marks are lost is reported, and holds up no other", async () => {
  const organization = new Organization(30);
  const [lost] = organization.counters.values();
  if (lost === undefined) throw new Error("there are counters");
  const lastCountAt = new Date(startMs + 1).toISOString();
  organization.counters.set(lost.id, { ...lost, lastCountAt });
  organization.nowMs = startMs + minuteMs;
  const { errors, ...run } = await organization.run();
  expect(run).toMatchObject({ resets: 29, started: 0, delayMs: expect.any(Number) });
  expect(String(errors)).toContain("the counter ctr_1 has no mark since its day started");
  expect(organization.nextDayStart).toBe("2026-11-24T00:00:00.000Z");
});

test("a counter whose reset is out of range is reported, and the day goes on", async () => {
  const organization = new Organization(30);
  const [stuck] = organization.counters.values();
  if (stuck === undefined) throw new Error("there are counters");
  organization.counters.set(stuck.id, { ...stuck, count: -40, resetTo: Number.MAX_SAFE_INTEGER });
  const run = await organization.run();
  const outOfRange = [{ organizationId: "org_1", counterId: "ctr_1" }];
  expect(run).toMatchObject({ resets: 29, started: 1, outOfRange, errors: [] });
  expect(organization.nextDayStart).toBe("2026-11-25T00:00:00.000Z");
});

test("an organization that fails does not hold up others, and its day stays due", async () => {
  const organization = new Organization(3);
  const ports = organization.ports();
  const broken = { organizationId: "org_broken", nextDayStart: "2026-11-23T23:59:00.000Z" };
  const { due, claim } = ports.dueDays;
  ports.dueDays.due = async (nowMs) => [broken, ...(await due(nowMs))];
  ports.dueDays.claim = async (id, times) => {
    if (id === broken.organizationId) throw new Error("it cannot be read");
    return await claim(id, times);
  };
  expect(await startDays(ports, settledMs + 50_000)).toMatchObject({
    ...{ resets: 3, started: 1, delayMs: minuteMs + 10_000 },
    errors: [new Error("it cannot be read")],
  });
});

test("a day that is over before all its counters are reset leaves the others to the next day", async () => {
  const organization = new Organization(30);
  const nextMs = startMs + 86_400_000;
  organization.nowMs = nextMs - 150;
  await organization.run();
  organization.nowMs = nextMs + minuteMs;
  await organization.run();
  const days = organization.events.map(({ createdAt, metadata }) => [createdAt, metadata]);
  const wrong = days.filter(
    ([createdAt, metadata]) => !JSON.stringify(metadata).includes(`${createdAt}`.slice(0, 10)),
  );
  expect(wrong).toEqual([]);
  expect(organization.events).toHaveLength(30);
});

test("a day waits for what was counted before its start and is still to be written", async () => {
  const organization = new Organization(1, { count: 0 });
  organization.nowMs = settledMs - 1;
  expect(await organization.run()).toMatchObject({ resets: 0, started: 0 });
  const [counter] = organization.counters.values();
  if (counter === undefined) throw new Error("there is a counter");
  const lastCountAt = new Date(startMs - 1).toISOString();
  organization.counters.set(counter.id, { ...counter, count: 1, lastCountAt });
  organization.nowMs = settledMs + minuteMs;
  expect(await organization.run()).toMatchObject({ resets: 1, started: 1 });
});
